import type { GoogleResource, GoogleTime } from './google.js';
import type { GraphEvent, GraphTime, Mailbox } from './microsoft.js';
import { day, iso, stepOf, type NewEvent, type Phone, type Times } from './phone.js';

const hour = 3_600_000;
/** Hours from UTC, by the names that the service and this app write. */
const offsets: Record<string, number> = {
  UTC: 0,
  'Etc/UTC': 0,
  'Asia/Kolkata': 5.5,
  'India Standard Time': 5.5,
  'Asia/Tokyo': 9,
  'Tokyo Standard Time': 9,
};

function offsetOf(zone: string): number {
  const offset = offsets[zone];
  if (offset === undefined) throw new Error(`the oracle does not know the zone ${zone}`);
  return offset * hour;
}

const localOf = (ms: number, zone: string) => iso(ms + offsetOf(zone)).slice(0, 19);
const instantOf = ({ dateTime, timeZone }: GraphTime) => Date.parse(`${dateTime.slice(0, 19)}Z`) - offsetOf(timeZone);

function written({ start, end, isAllDay, zone }: Times) {
  const timeZone = isAllDay ? 'UTC' : zone;
  const at = (ms: number): GraphTime => ({ dateTime: localOf(ms, timeZone), timeZone });
  return { start: at(start), end: at(end), isAllDay };
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function recurrenceOf(rule: string, times: Times) {
  const { start } = written(times);
  const count = Number(/COUNT=(\d+)/.exec(rule)![1]);
  const daily = { type: 'daily', interval: 1 };
  const weekday = weekdays[new Date(`${start.dateTime}Z`).getUTCDay()]!;
  const pattern = rule.includes('DAILY') ? daily : { type: 'weekly', interval: 1, daysOfWeek: [weekday] };
  const startDate = start.dateTime.slice(0, 10);
  return {
    pattern,
    range: { type: 'numbered', startDate, numberOfOccurrences: count, recurrenceTimeZone: start.timeZone },
  };
}

const timeOf = (time: GraphTime, isAllDay = false): GoogleTime =>
  isAllDay ? { date: time.dateTime.slice(0, 10) } : { dateTime: iso(instantOf(time)) };

const transparencyOf = ({ showAs }: GraphEvent['fields']) => (showAs === 'free' ? 'transparent' : 'opaque');

/** When a series has the occurrence of a date, in the series' own zone. */
function originalTime({ fields, start }: GraphEvent, date: string): GoogleTime {
  return timeOf({ ...start, dateTime: `${date}${start.dateTime.slice(10)}` }, fields.isAllDay);
}

function resourceOf(event: GraphEvent, masters: ReadonlyMap<string, GraphEvent>): GoogleResource[] {
  const { id, fields, recurrence, exception } = event;
  const master = exception && masters.get(exception.masterId);
  if (exception && !master) return [];
  const rule = recurrence && {
    recurrence: [`RRULE:FREQ=${recurrence.pattern.type.toUpperCase()};COUNT=${recurrence.range.numberOfOccurrences}`],
  };
  const resource: GoogleResource = {
    id,
    status: 'confirmed',
    summary: fields.subject ?? master?.fields.subject,
    transparency: transparencyOf({ ...master?.fields, ...fields }),
    start: timeOf(event.start, fields.isAllDay ?? master?.fields.isAllDay),
    end: timeOf(event.end, fields.isAllDay ?? master?.fields.isAllDay),
    ...rule,
    ...(exception &&
      master && { recurringEventId: master.id, originalStartTime: originalTime(master, exception.date) }),
  };
  const cancelled = event.cancelled.map((date) => ({
    id: `${id} ${date}`,
    status: 'cancelled',
    recurringEventId: id,
    originalStartTime: originalTime(event, date),
  }));
  return [resource, ...cancelled];
}

/** A person's calendar in Outlook. */
export class MicrosoftPhone implements Phone {
  /** Of the events that it created. */
  private readonly created = new Map<string, { graphId: string; isAllDay: boolean; rule: string | null }>();

  constructor(private readonly mailbox: Mailbox) {}

  async create(id: string, event: NewEvent): Promise<void> {
    const { summary: subject, transparency, rule, isAllDay } = event;
    const showAs = transparency === 'transparent' ? 'free' : 'busy';
    const recurrence = rule === null ? {} : { recurrence: recurrenceOf(rule, event) };
    const { status, body } = await this.mailbox.request('POST', '', {
      subject,
      showAs,
      ...written(event),
      ...recurrence,
    });
    if (status !== 201) throw new Error(`the phone's event was answered ${status} ${JSON.stringify(body)}`);
    this.created.set(id, { graphId: body.id, isAllDay, rule });
  }

  rename(id: string, subject: string): Promise<void> {
    return this.done('PATCH', id, { subject });
  }

  async move(id: string, times: Times): Promise<void> {
    const rule = this.created.get(id)?.rule;
    const recurrence = rule ? { recurrence: recurrenceOf(rule, times) } : {};
    await this.done('PATCH', id, { ...written(times), ...recurrence });
    const own = this.created.get(id);
    if (own) own.isAllDay = times.isAllDay;
  }

  remove(id: string): Promise<void> {
    return this.done('DELETE', id);
  }

  /** Moves it within its day, since Outlook lets none pass its neighbours; one that fills its day becomes free instead. */
  async changeInstance(id: string, index: number, to: Omit<Times, 'isAllDay'> | null): Promise<void> {
    const { graphId, rule, isAllDay } = this.created.get(id)!;
    const { events } = await this.mailbox.calendar();
    const master = events.find((one) => one.id === graphId)!;
    const zone = master.start.timeZone;
    const at = instantOf(master.start) + index * stepOf(rule!);
    const date = localOf(at, zone).slice(0, 10);
    const known = events.find(({ exception }) => exception?.masterId === graphId && exception.date === date);
    const instance = known?.id ?? (await this.instanceAt(graphId, at));
    if (instance === undefined) return;
    if (to === null) return this.done('DELETE', instance);
    if (isAllDay) return this.done('PATCH', instance, { showAs: 'free' });
    const start = Date.parse(`${date}T00:00:00Z`) - offsetOf(zone) + (to.start % day);
    const local = (ms: number): GraphTime => ({ dateTime: localOf(ms, zone), timeZone: zone });
    return this.done('PATCH', instance, { start: local(start), end: local(start + to.end - to.start) });
  }

  async isAllDay(id: string): Promise<boolean> {
    return this.created.get(id)!.isAllDay;
  }

  async stored(): Promise<GoogleResource[]> {
    const { events } = await this.mailbox.calendar();
    const masters = new Map(events.map((event) => [event.id, event]));
    return events.flatMap((event) => resourceOf(event, masters));
  }

  /** Undefined: it was cancelled. */
  private async instanceAt(graphId: string, at: number): Promise<string | undefined> {
    const bounds = `startDateTime=${iso(at)}&endDateTime=${iso(at + 60_000)}`;
    const path = `/${encodeURIComponent(graphId)}/instances?${bounds}`;
    const { body } = await this.mailbox.request<{ value?: { id: string; start: GraphTime }[] }>('GET', path);
    return body.value?.find(({ start }) => instantOf({ ...start, timeZone: 'UTC' }) === at)?.id;
  }

  /** 404, and 400 for a deletion: already deleted, for example by the application. */
  private async done(method: string, id: string, body?: object): Promise<void> {
    const graphId = this.created.get(id)?.graphId ?? id;
    const { status, body: answer } = await this.mailbox.request(method, `/${encodeURIComponent(graphId)}`, body);
    const isGone = status === 404 || (method === 'DELETE' && status === 400);
    if (status >= 400 && !isGone)
      throw new Error(
        `the phone's ${method} ${id} ${JSON.stringify(body)} was answered ${status} ${JSON.stringify(answer)}`,
      );
  }
}
