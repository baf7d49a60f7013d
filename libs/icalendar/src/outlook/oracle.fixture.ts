/**
 * An oracle for the mapping of recurrences: both definitions evaluated day by day, without our parser, expander or
 * date functions. Days are counted since 1970.
 */
export interface OraclePattern {
  type: 'daily' | 'weekly' | 'absoluteMonthly' | 'relativeMonthly' | 'absoluteYearly' | 'relativeYearly';
  interval: number;
  month?: number;
  dayOfMonth?: number;
  daysOfWeek?: Name[];
  firstDayOfWeek?: Name;
  index?: 'first' | 'second' | 'third' | 'fourth' | 'last';
}
type Name = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
type Range =
  | { type: 'noEnd'; startDate: string }
  | { type: 'numbered'; startDate: string; numberOfOccurrences: number }
  | { type: 'endDate'; startDate: string; endDate: string };

interface Day {
  number: number;
  text: string;
  year: number;
  month: number;
  day: number;
  /** 0 = Sunday. */
  weekday: number;
  /** Days of its month. */
  length: number;
}

const days = new Map<number, Day>();

function dayOf(number: number): Day {
  const known = days.get(number);
  if (known) return known;
  const at = new Date(number * 86_400_000);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const text = at.toISOString().slice(0, 10);
  const day = { number, text, year, month, day: at.getUTCDate(), weekday: at.getUTCDay(), length };
  days.set(number, day);
  return day;
}

const numberOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const names: Name[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Number of the week that contains a day, for weeks that begin with a weekday; day 0 was a Thursday. */
const weekOf = ({ number }: Day, first: number) => Math.floor((number + 4 - first) / 7);
const monthOf = ({ year, month }: Day) => year * 12 + month;

/** Of the days of a month with these weekdays, the one at a position (from 1, or -1 for the last). */
function placed({ number, day, length }: Day, weekdays: number[], position: number): number | undefined {
  const found: number[] = [];
  for (let one = 1; one <= length; one++) if (weekdays.includes(dayOf(number - day + one).weekday)) found.push(one);
  return found[position > 0 ? position - 1 : found.length + position];
}

/** recurrencePattern (graph/api/resources/recurrencepattern), Exchange's DayOfMonth for short months. */
function isInPattern(pattern: OraclePattern, start: Day, day: Day): boolean {
  const weekdays = (pattern.daysOfWeek ?? []).map((name) => names.indexOf(name));
  const first = names.indexOf(pattern.firstDayOfWeek ?? 'sunday');
  const position = { first: 1, second: 2, third: 3, fourth: 4, last: -1 }[pattern.index ?? 'first'];
  const every = (distance: number) => distance % pattern.interval === 0;
  const isDay = day.day === Math.min(pattern.dayOfMonth ?? 0, day.length);
  switch (pattern.type) {
    case 'daily':
      return every(day.number - start.number);
    case 'weekly':
      return weekdays.includes(day.weekday) && every(weekOf(day, first) - weekOf(start, first));
    case 'absoluteMonthly':
      return every(monthOf(day) - monthOf(start)) && isDay;
    case 'relativeMonthly':
      return every(monthOf(day) - monthOf(start)) && placed(day, weekdays, position) === day.day;
    case 'absoluteYearly':
      return every(day.year - start.year) && day.month === pattern.month && isDay;
    case 'relativeYearly':
      return every(day.year - start.year) && day.month === pattern.month && placed(day, weekdays, position) === day.day;
  }
}

function collect(startDate: string, years: number, takes: (day: Day, start: Day, before: number) => boolean | 'end') {
  const start = dayOf(numberOf(startDate));
  const found: string[] = [];
  for (let number = start.number; number < start.number + years * 366; number++) {
    const day = dayOf(number);
    const taken = takes(day, start, found.length);
    if (taken === 'end') break;
    if (taken) found.push(day.text);
  }
  return found;
}

/** The dates of a series of Graph in the years after its start; it begins with the first day that its pattern has. */
export const datesOfPattern = (pattern: OraclePattern, range: Range, years: number): string[] =>
  collect(range.startDate, years, (day, start, before) => {
    if (range.type === 'numbered' && before >= range.numberOfOccurrences) return 'end';
    if (range.type === 'endDate' && day.text > range.endDate) return 'end';
    return isInPattern(pattern, start, day);
  });

/** The days of a rule's period that pass its limits, in order; of a yearly rule's months unless it names days only. */
function candidates(parts: Map<string, string>, start: Day, day: Day): boolean {
  const list = (name: string) => parts.get(name)?.split(',');
  const [months, monthdays, byday] = [list('BYMONTH'), list('BYMONTHDAY'), list('BYDAY')];
  const freq = parts.get('FREQ');
  if (months && !months.includes(String(day.month))) return false;
  if (monthdays && !monthdays.some((one) => Number(one) === day.day || Number(one) === day.day - day.length - 1))
    return false;
  if (byday && !byday.some((one) => isWeekday(one, { freq, months }, day))) return false;
  if (freq === 'WEEKLY' && !byday && day.weekday !== start.weekday) return false;
  const hasDay = byday ?? monthdays;
  if (freq === 'MONTHLY' && !hasDay && day.day !== start.day) return false;
  if (freq === 'YEARLY' && !hasDay && (day.day !== start.day || (!months && day.month !== start.month))) return false;
  return true;
}

function isWeekday(
  text: string,
  { freq, months }: { freq: string | undefined; months: string[] | undefined },
  day: Day,
): boolean {
  const weekday = codes.indexOf(text.slice(-2));
  const n = text.length > 2 ? Number(text.slice(0, -2)) : 0;
  if (day.weekday !== weekday) return false;
  if (n === 0) return true;
  if (freq === 'YEARLY' && !months) {
    const first = dayOf(Date.UTC(day.year, 0, 1) / 86_400_000);
    const last = dayOf(Date.UTC(day.year, 11, 31) / 86_400_000);
    return n > 0
      ? Math.floor((day.number - first.number) / 7) + 1 === n
      : Math.floor((last.number - day.number) / 7) + 1 === -n;
  }
  return placed(day, [weekday], n) === day.day;
}

function period(freq: string | undefined, week: number, day: Day): number {
  if (freq === 'DAILY') return day.number;
  if (freq === 'WEEKLY') return weekOf(day, week);
  return freq === 'MONTHLY' ? monthOf(day) : day.year;
}

/** The dates of an all-day RRULE (RFC 5545 §3.3.10) without BYYEARDAY, BYWEEKNO and times. */
export function datesOfRule(rule: string, startDate: string, years: number): string[] {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const freq = parts.get('FREQ');
  const week = codes.indexOf(parts.get('WKST') ?? 'MO');
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const count = Number(parts.get('COUNT') ?? Infinity);
  const until = parts.get('UNTIL')?.slice(0, 8);
  const position = parts.has('BYSETPOS') ? Number(parts.get('BYSETPOS')) : undefined;
  const isIn = (start: Day, day: Day) =>
    (period(freq, week, day) - period(freq, week, start)) % interval === 0 && candidates(parts, start, day);
  const chosen = new Map<number, number | undefined>();
  const isChosen = (start: Day, day: Day) => {
    if (position === undefined) return true;
    const key = period(freq, week, day);
    if (!chosen.has(key)) {
      const around = Array.from({ length: 733 }, (_, at) => dayOf(day.number - 366 + at));
      const found = around.filter((one) => period(freq, week, one) === key && candidates(parts, start, one));
      chosen.set(key, found[position > 0 ? position - 1 : found.length + position]?.number);
    }
    return chosen.get(key) === day.number;
  };
  return collect(startDate, years, (day, start, before) => {
    if (before >= count || (until !== undefined && day.text.replaceAll('-', '') > until)) return 'end';
    return isIn(start, day) && isChosen(start, day);
  });
}
