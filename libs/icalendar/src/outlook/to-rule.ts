import type { EventTime } from '../model.js';
import { parseDate, weekday } from '../time/dates.js';
import { toIso } from '../time/instants.js';
import { isUtc, toInstant } from '../zones/convert.js';
import { isAllDay } from '../zones/event-time.js';
import { matches } from './matches.js';
import {
  dayCodes,
  dayNames,
  isDaySet,
  longest,
  positions,
  refused,
  type GraphRecurrence,
  type Mapped,
  type RecurrencePattern,
} from './pattern.js';

const numbersOf = ({ daysOfWeek }: RecurrencePattern): number[] =>
  [...new Set(daysOfWeek ?? [])].map((day) => dayNames.indexOf(day)).sort();
const codesOf = (days: readonly number[]) => days.map((day) => dayCodes[day]!).join();

type Parts = Mapped<string[]>;
const parts = (...value: string[]): Parts => ({ ok: true, value });

/** The first weekday of a week matters only to several days of every few weeks. */
function ofWeeks(pattern: RecurrencePattern, start: string): Parts {
  const days = numbersOf(pattern);
  const isStart = days.length === 1 && days[0] === weekday(start);
  const first = dayCodes[dayNames.indexOf(pattern.firstDayOfWeek ?? 'sunday')]!;
  const week = (pattern.interval ?? 1) > 1 && days.length > 1 && first !== 'MO' ? [`WKST=${first}`] : [];
  return parts(...(isStart ? [] : [`BYDAY=${codesOf(days)}`]), ...week);
}

function relative(pattern: RecurrencePattern): Parts {
  const days = numbersOf(pattern);
  const position = positions[pattern.index ?? 'first'];
  if (days.length === 1) return parts(`BYDAY=${position}${codesOf(days)}`);
  if (days.length === 7 && position === -1) return parts('BYMONTHDAY=-1');
  if (!isDaySet(days) && position !== 1) return refused('Several weekdays of a month do not say which is meant.');
  return parts(`BYDAY=${codesOf(days)}`, `BYSETPOS=${position}`);
}

/** A day that a month may lack is its last day there (Exchange's DayOfMonth). */
function monthly({ dayOfMonth }: RecurrencePattern, start: string): Parts {
  const day = dayOfMonth!;
  if (day === 31) return parts('BYMONTHDAY=-1');
  if (day > 28) {
    const days = Array.from({ length: day - 27 }, (_, at) => 28 + at);
    return parts(`BYMONTHDAY=${days.join()}`, 'BYSETPOS=-1');
  }
  return parts(...(day === Number(start.slice(8)) ? [] : [`BYMONTHDAY=${day}`]));
}

function yearly({ dayOfMonth, month }: RecurrencePattern, start: string): Parts {
  const day = Math.min(dayOfMonth!, longest(month!));
  if (month === 2 && day === 29) return parts('BYMONTH=2', 'BYMONTHDAY=-1');
  const isStart = month === Number(start.slice(5, 7)) && day === Number(start.slice(8));
  return parts(...(isStart ? [] : [`BYMONTH=${month}`, `BYMONTHDAY=${day}`]));
}

function rulePartsOf(pattern: RecurrencePattern, start: string): { freq: string; found: Parts } | undefined {
  const month = `BYMONTH=${pattern.month}`;
  switch (pattern.type) {
    case 'daily':
      return { freq: 'DAILY', found: parts() };
    case 'weekly':
      return { freq: 'WEEKLY', found: ofWeeks(pattern, start) };
    case 'absoluteMonthly':
      return { freq: 'MONTHLY', found: monthly(pattern, start) };
    case 'relativeMonthly':
      return { freq: 'MONTHLY', found: relative(pattern) };
    case 'absoluteYearly':
      return { freq: 'YEARLY', found: yearly(pattern, start) };
    case 'relativeYearly': {
      const found = relative(pattern);
      return { freq: 'YEARLY', found: found.ok ? parts(month, ...found.value) : found };
    }
    default:
      return undefined;
  }
}

/** UNTIL as RFC 5545 §3.3.10 has it: a date, or the instant of the last possible occurrence. */
function untilOf(endDate: string, start: EventTime): string {
  if (isAllDay(start)) return endDate.replaceAll('-', '');
  const local = `${endDate}T${start.local.slice(11)}`;
  const { tzid } = start;
  const utc = tzid === null || isUtc(tzid) ? `${local}Z` : toIso(toInstant(tzid, local));
  return utc.replace(/[-:]/g, '');
}

function endOf({ range }: GraphRecurrence, start: EventTime): Mapped<string[]> {
  const { type, endDate, numberOfOccurrences } = range;
  if (type === 'noEnd') return parts();
  if (type === 'numbered') {
    return numberOfOccurrences && numberOfOccurrences > 0
      ? parts(`COUNT=${numberOfOccurrences}`)
      : refused('The series has no number of occurrences.');
  }
  if (!endDate || parseDate(endDate) === null) return refused('The series has no last day.');
  return parts(`UNTIL=${untilOf(endDate, start)}`);
}

/**
 * The RRULE value (RFC 5545 §3.3.10) with exactly the occurrences of a recurrence of Graph whose event begins at
 * `start`, a time in the zone that the recurrence is in; refused if there is none.
 */
export function ruleOf(recurrence: GraphRecurrence, start: EventTime): Mapped<string> {
  const { pattern, range } = recurrence;
  const date = isAllDay(start) ? start.date : start.local.slice(0, 10);
  if (range.startDate !== date || !matches(pattern, date)) return refused('The series does not begin with its start.');
  const rule = rulePartsOf(pattern, date);
  if (!rule) return refused('This kind of recurrence is unknown.');
  const end = endOf(recurrence, start);
  if (!rule.found.ok) return rule.found;
  if (!end.ok) return end;
  const interval = (pattern.interval ?? 1) > 1 ? [`INTERVAL=${pattern.interval}`] : [];
  return { ok: true, value: [`FREQ=${rule.freq}`, ...interval, ...end.value, ...rule.found.value].join(';') };
}
