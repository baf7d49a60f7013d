/** One instance of an event as expanded by the spec itself; times in epoch ms, all-day ones by UTC midnights. */
export interface Instance {
  calendarId: string;
  uid: string;
  /** '' for a single event, else the id of the instance within its series. */
  instance: string;
  allDay: boolean;
  start: number;
  end: number;
  deleted: boolean;
  managed: boolean;
  changed: number;
  /** What kind of event it is. */
  type: string;
}

export interface Question {
  tzid: string;
  from: string;
  to: string;
  calendarIds?: string[];
  changedSince?: number;
  types?: string[];
  includeDeleted?: boolean;
  managed: 'only' | 'none' | 'all';
}

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone at an instant, read as if it were UTC: by the runtime's own Intl, whose data may be older: only for zones whose law has not changed since. */
function wall(instant: number, tzid: string): number {
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  };
  const format =
    formats.get(tzid) ??
    new Intl.DateTimeFormat('en-GB', { ...(options as Intl.DateTimeFormatOptions), timeZone: tzid, hourCycle: 'h23' });
  formats.set(tzid, format);
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
}

const beginnings = new Map<string, number>();

/** The first instant of a day (given by its UTC midnight) in a zone, to the minute. */
export function beginningOf(day: number, tzid: string): number {
  const key = `${tzid} ${day}`;
  let found = beginnings.get(key);
  if (found === undefined) {
    let [before, after] = [day - 26 * 3_600_000, day + 26 * 3_600_000];
    while (after - before > 60_000) {
      const middle = Math.floor((before + after) / 120_000) * 60_000;
      if (wall(middle, tzid) >= day) after = middle;
      else before = middle;
    }
    beginnings.set(key, (found = after));
  }
  return found;
}

const isDate = (text: string) => text.length === 10;
const floorDay = (ms: number) => Math.floor(ms / dayMs) * dayMs;

interface Bounds {
  from: number;
  to: number;
  fromDay: number;
  toDay: number;
}

/** Dates: days in the zone, both inclusive; times: instants, `to` exclusive (EVT-1). */
export function boundsOf({ from, to, tzid }: Question): Bounds {
  const fromDay = isDate(from) ? Date.parse(from) : floorDay(wall(Date.parse(from), tzid));
  const toDay = isDate(to) ? Date.parse(to) + dayMs : floorDay(wall(Date.parse(to) - 1000, tzid)) + dayMs;
  return {
    from: isDate(from) ? beginningOf(fromDay, tzid) : Date.parse(from),
    to: isDate(to) ? beginningOf(toDay, tzid) : Date.parse(to),
    fromDay,
    toDay,
  };
}

const overlaps = (one: Instance, { from, to, fromDay, toDay }: Bounds) => {
  const [first, end] = one.allDay ? [fromDay, toDay] : [from, to];
  return one.start < end && (one.end > first || one.start >= first);
};

export const orderOf = (one: Instance, tzid: string): number => (one.allDay ? beginningOf(one.start, tzid) : one.start);

const less = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export const compareIn = (tzid: string) => (a: Instance, b: Instance) =>
  orderOf(a, tzid) - orderOf(b, tzid) ||
  less(a.calendarId, b.calendarId) ||
  less(a.uid, b.uid) ||
  less(a.instance, b.instance);

/** The expected result of a read: filter and sort, nothing else. */
export function answerOf(instances: readonly Instance[], question: Question): Instance[] {
  const bounds = boundsOf(question);
  return instances
    .filter((one) => overlaps(one, bounds))
    .filter((one) => question.includeDeleted || !one.deleted)
    .filter((one) => question.managed === 'all' || (question.managed === 'only') === one.managed)
    .filter((one) => !question.calendarIds || question.calendarIds.includes(one.calendarId))
    .filter((one) => !question.types || question.types.includes(one.type))
    .filter((one) => question.changedSince === undefined || one.changed >= question.changedSince)
    .sort(compareIn(question.tzid));
}
