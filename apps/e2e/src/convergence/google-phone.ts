import type { Google, GoogleResource, Person } from './google.js';
import { iso, stepOf, type NewEvent, type Phone, type Times } from './phone.js';

function written({ start, end, isAllDay, zone: timeZone }: Times) {
  const at = (ms: number) =>
    isAllDay
      ? { date: iso(ms).slice(0, 10), dateTime: null, timeZone: null }
      : { dateTime: iso(ms), timeZone, date: null };
  return { start: at(start), end: at(end) };
}

/** A person's calendar in Google's own app. */
export class GooglePhone implements Phone {
  constructor(
    private readonly google: Google,
    private readonly person: Person,
  ) {}

  create(id: string, event: NewEvent): Promise<void> {
    const { summary, transparency, rule } = event;
    const recurrence = rule === null ? {} : { recurrence: [`RRULE:${rule}`] };
    return this.done('POST', null, { id, summary, transparency, ...written(event), ...recurrence });
  }

  rename(id: string, summary: string): Promise<void> {
    return this.done('PATCH', id, { summary });
  }

  move(id: string, times: Times): Promise<void> {
    return this.done('PATCH', id, written(times));
  }

  remove(id: string): Promise<void> {
    return this.done('DELETE', id);
  }

  async changeInstance(id: string, index: number, to: Omit<Times, 'isAllDay'> | null): Promise<void> {
    const { start, recurrence } = await this.google.event(this.person, id);
    const isAllDay = start!.date !== undefined;
    const at = Date.parse(start!.date ?? start!.dateTime!) + index * stepOf(recurrence![0]!);
    const stamp = iso(at).replaceAll(/[-:]/g, '');
    const instance = `${id}_${isAllDay ? stamp.slice(0, 8) : stamp}`;
    return to ? this.done('PATCH', instance, written({ ...to, isAllDay })) : this.done('DELETE', instance);
  }

  async isAllDay(id: string): Promise<boolean> {
    return (await this.google.event(this.person, id)).start!.date !== undefined;
  }

  async stored(): Promise<GoogleResource[]> {
    return (await this.google.stored()).get(this.person.email)!;
  }

  /** 410: already deleted, for example by the application. */
  private async done(method: string, id: string | null, body?: object): Promise<void> {
    const status = await this.google.requestOfOtherApp(this.person, method, id, body);
    if (status >= 400 && status !== 410) {
      throw new Error(`the phone's ${method} ${id} ${JSON.stringify(body)} was answered ${status}`);
    }
  }
}
