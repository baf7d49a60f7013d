import { DAY, HOUR, SECOND, Wall, civilOf, weekdayOf } from '../time/civil.js';
import { ZoneTable, tableOffsetAt } from '../zones/table.js';
import { DayTimes, dayTimes } from './day-times.js';
import { lastDay } from './last-day.js';
import { Rule } from './rule.js';

/**
 * DTSTART in the form a rule needs: a wall clock reading, whether it is a day, and the zone in which UNTIL is compared.
 */
export interface RuleStart {
  wall: Wall;
  allDay: boolean;
  table: ZoneTable | null;
}

/**
 * A rule completed from DTSTART (RFC 5545 §3.3.10: "information not contained in the rule is derived from DTSTART").
 * Masks have bit `n` for value `n`; 0 means "not given".
 */
export interface Plan {
  rule: Rule;
  start: RuleStart;
  startDay: number;
  months: number;
  weekdays: number;
  /** Weekdays with an ordinal, within the month or the year. */
  nth: { weekday: number; n: number }[];
  nthInYear: boolean;
  monthDays: number;
  monthDaysFromEnd: number;
  yearDays: Set<number> | null;
  weekNos: Set<number> | null;
  subDaily: boolean;
  /** When on a day instances start; unused for sub-daily rules. */
  times: DayTimes;
  /** No instance starts after this reading… */
  untilWall: Wall;
  /** …nor, if UNTIL is in UTC and the start in a zone, after this instant. */
  untilInstant: number | null;
  /** Its COUNT could not be followed to the last instance. */
  uncounted: boolean;
}

export const isSubDaily = ({ freq }: Rule): boolean => freq === 'HOURLY' || freq === 'MINUTELY' || freq === 'SECONDLY';

const mask = (values: readonly number[] | undefined): number => (values ?? []).reduce((bits, v) => bits | (1 << v), 0);

export function planOf(rule: Rule, start: RuleStart): Plan {
  const nthAllowed = rule.freq === 'MONTHLY' || (rule.freq === 'YEARLY' && !rule.byWeekNo);
  const days = rule.byDay ?? [];
  const plan: Plan = {
    rule,
    start,
    startDay: Math.floor(start.wall / DAY),
    months: mask(rule.byMonth),
    weekdays: mask(days.filter((d) => d.n === 0 || !nthAllowed).map((d) => d.weekday)),
    nth: nthAllowed ? days.filter((d) => d.n !== 0) : [],
    nthInYear: rule.freq === 'YEARLY' && !rule.byMonth,
    monthDays: mask(rule.byMonthDay?.filter((d) => d > 0)),
    monthDaysFromEnd: mask(rule.byMonthDay?.filter((d) => d < 0).map((d) => -d)),
    yearDays: rule.byYearDay ? new Set(rule.byYearDay) : null,
    weekNos: rule.byWeekNo && rule.freq === 'YEARLY' ? new Set(rule.byWeekNo) : null,
    subDaily: isSubDaily(rule),
    times: timesOf(rule, start),
    untilWall: Infinity,
    untilInstant: null,
    uncounted: false,
  };
  completeFromStart(plan);
  setUntil(plan);
  return plan;
}

/**
 * Completes a rule from DTSTART (docs/reference/recurrence.md), with and without BYDAY: a day of the month needs a
 * month, a month a day, a week a weekday. BYYEARDAY, and BYDAY alone, need nothing.
 */
function completeFromStart(plan: Plan): void {
  const { rule } = plan;
  const { month, day } = civilOf(plan.startDay);
  const daysGiven = rule.byDay || rule.byMonthDay || rule.byYearDay;
  const needsMonth = rule.byMonthDay ?? !rule.byDay;
  if (rule.freq === 'YEARLY' && !rule.byMonth && !plan.weekNos && !rule.byYearDay && needsMonth)
    plan.months = 1 << month;
  if (daysGiven) return;
  if (rule.freq === 'WEEKLY' || plan.weekNos) plan.weekdays = 1 << weekdayOf(plan.startDay);
  else if (rule.freq === 'YEARLY' || rule.freq === 'MONTHLY') plan.monthDays = 1 << day;
}

/** BYHOUR, BYMINUTE and BYSECOND are ignored if DTSTART is a day. Second 60 is read as 59 (RFC 5545 §3.3.12). */
function timesOf(rule: Rule, start: RuleStart): DayTimes {
  if (start.allDay) return dayTimes([0], [0], [0]);
  const second = Math.floor((start.wall % DAY) / SECOND) + (start.wall % DAY < 0 ? 86_400 : 0);
  return dayTimes(
    rule.byHour ?? [Math.floor(second / 3600)],
    rule.byMinute ?? [Math.floor(second / 60) % 60],
    (rule.bySecond ?? [second % 60]).map((s) => Math.min(59, s)),
  );
}

/** A date as UNTIL of a timed series includes that whole day. */
function setUntil(plan: Plan): void {
  const { until } = plan.rule;
  const { allDay, table } = plan.start;
  if (!until) return;
  plan.untilWall = until.wall;
  if (until.kind === 'date' && !allDay) plan.untilWall += DAY - SECOND;
  if (until.kind !== 'utc' || !table) return;
  if (allDay) plan.untilWall = lastDay(until.wall, { table, start: plan.start.wall });
  else {
    const offset = Math.max(tableOffsetAt(table, until.wall), tableOffsetAt(table, until.wall - 3 * HOUR));
    plan.untilWall += offset * SECOND;
    plan.untilInstant = until.wall;
  }
}
