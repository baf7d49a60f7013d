/** Days, positions and patterns of Microsoft Graph (graph/api/resources/recurrencepattern, recurrencerange); all members may be null. */
export type DayOfWeek = 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
export type WeekIndex = 'first' | 'second' | 'third' | 'fourth' | 'last';

export interface RecurrencePattern {
  type?: 'daily' | 'weekly' | 'absoluteMonthly' | 'relativeMonthly' | 'absoluteYearly' | 'relativeYearly' | null;
  interval?: number;
  month?: number;
  dayOfMonth?: number;
  daysOfWeek?: DayOfWeek[] | null;
  firstDayOfWeek?: DayOfWeek | null;
  index?: WeekIndex | null;
}

export interface RecurrenceRange {
  type?: 'endDate' | 'noEnd' | 'numbered' | null;
  /** `YYYY-MM-DD`. */
  startDate?: string | null;
  endDate?: string | null;
  numberOfOccurrences?: number;
}

/** A value, or why there is none, in words for the user. */
export type Mapped<Value> = { ok: true; value: Value } | { ok: false; reason: string };

export const refused = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** A recurrence of Graph (`patternedRecurrence`), as far as its type uses the members. */
export interface GraphRecurrence {
  pattern: RecurrencePattern;
  range: RecurrenceRange;
}

/** By the number of a weekday, 0 = Sunday. */
export const dayNames: readonly DayOfWeek[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];
/** The same in RFC 5545 §3.3.10. */
export const dayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** RFC 5545's number of each position in a month. */
export const positions: Record<WeekIndex, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };

export const indexOf = (position: number): WeekIndex | undefined =>
  (Object.keys(positions) as WeekIndex[]).find((name) => positions[name] === position);

const sets = ['0123456', '12345', '06'];

/** Whether weekdays are a set that Outlook counts as one kind of day: any day, a working day, a day of the weekend. */
export const isDaySet = (days: readonly number[]): boolean => sets.includes([...new Set(days)].sort().join(''));

/** Maximum days of a month, in any year. */
export const longest = (month: number): number => [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
