import { EpochMs } from '../model.js';
import { DAY, SECOND, civilOf, dayNumber, daysInMonth, weekdayOf } from '../time/civil.js';

/** `week` 5 is the last one; `seconds` since midnight by the clock that ends, also beyond a day or negative. */
interface Onset {
  month: number;
  week: number;
  weekday: number;
  seconds: number;
}

/** Two offsets in turn, every year: seconds east, and when each begins (POSIX.1, RFC 9636 §3.3). */
export interface ZoneRule {
  standard: number;
  daylight: number;
  toDaylight: Onset;
  toStandard: Onset;
}

function readOnset(text: string): Onset {
  const [month, week, weekday, seconds] = text.split('.').map(Number) as [number, number, number, number];
  return { month, week, weekday, seconds };
}

/** A rule as tools/zones/tzif.mjs writes it; `null` where a zone has one offset. */
export function readRule(text: string): ZoneRule | null {
  if (text === '') return null;
  const [standard, daylight, toDaylight, toStandard] = text.split(' ') as [string, string, string, string];
  return {
    standard: Number(standard),
    daylight: Number(daylight),
    toDaylight: readOnset(toDaylight),
    toStandard: readOnset(toStandard),
  };
}

function instantOfOnset(year: number, { month, week, weekday, seconds }: Onset, before: number): EpochMs {
  const first = dayNumber(year, month, 1);
  const day = 1 + ((weekday - weekdayOf(first) + 7) % 7) + (week - 1) * 7;
  return (first + (day > daysInMonth(year, month) ? day - 7 : day) - 1) * DAY + (seconds - before) * SECOND;
}

/** The two changes of a year in their order, each with the offset that begins. */
export function onsetsOf({ standard, daylight, ...rule }: ZoneRule, year: number): [EpochMs, number][] {
  const onsets: [EpochMs, number][] = [
    [instantOfOnset(year, rule.toDaylight, standard), daylight],
    [instantOfOnset(year, rule.toStandard, daylight), standard],
  ];
  return onsets.sort(([one], [other]) => one - other);
}

/** Seconds east of UTC at an instant by the rule. */
export function ruleOffset(rule: ZoneRule, ms: EpochMs): number {
  const { year } = civilOf(Math.floor(ms / DAY));
  // local years begin before or after those of UTC
  const onsets = [year - 1, year, year + 1].flatMap((one) => onsetsOf(rule, one));
  return onsets.findLast(([at]) => at <= ms)![1];
}
