import { DAY, SECOND, Wall, dayNumber } from '../time/civil.js';
import { basePeriod, dayMatches, daysOf, firstDayOf, periodOf } from './days.js';
import { Plan } from './plan.js';

/** What one search may cost: steps over periods or candidate times. Beyond it the search ends with what it has. */
export const MAX_STEPS = 2_000_000;

const LAST_DAY = dayNumber(9999, 12, 31);

export interface Search {
  from: Wall;
  to: Wall;
  limit: number;
}

/**
 * The starts of a rule's instances in `[from, to]`, ascending, at most `limit`. It begins at the period that holds
 * `from`, never at DTSTART. COUNT is not looked at here (see count.ts). Ends after {@link MAX_STEPS} steps at the latest.
 */
export function startsOf(plan: Plan, search: Search): Wall[] {
  const from = Math.max(search.from, plan.start.wall);
  const to = Math.min(search.to, plan.untilWall);
  if (!(from <= to) || search.limit < 1 || isImpossible(plan)) return [];
  const bounded = { from, to, limit: search.limit };
  return plan.subDaily ? subDailyStarts(plan, bounded) : dailyStarts(plan, bounded);
}

/** Month and day of the month that never meet, such as 30 February. */
function isImpossible(plan: Plan): boolean {
  if (plan.months === 0 || (plan.monthDays === 0 && plan.monthDaysFromEnd === 0)) return false;
  for (let month = 1; month <= 12; month++) {
    if (!(plan.months & (1 << month))) continue;
    const longest = month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31;
    const within = (2 << longest) - 1;
    if ((plan.monthDays | plan.monthDaysFromEnd) & within) return false;
  }
  return true;
}

/** Yearly to daily rules: days of each period times the times of the day. */
function dailyStarts(plan: Plan, { from, to, limit }: Search): Wall[] {
  const out: Wall[] = [];
  const base = basePeriod(plan);
  const { interval, bySetPos } = plan.rule;
  const skipped = Math.max(0, Math.floor((periodOf(plan, Math.floor(from / DAY)) - base) / interval));
  const lastDay = Math.min(Math.floor(to / DAY), LAST_DAY);
  const stepCost = plan.rule.freq === 'YEARLY' ? 40 : plan.rule.freq === 'MONTHLY' ? 10 : 1;
  let steps = 0;
  for (let period = base + skipped * interval; ; period += interval) {
    if (firstDayOf(plan, period) > lastDay || (steps += stepCost) > MAX_STEPS) return out;
    const days = daysOf(plan, period);
    if (bySetPos && !plan.start.allDay) {
      for (const wall of picked(bySetPos, setOf(days, plan.times))) if (take(out, wall, from, to, limit)) return out;
      continue;
    }
    for (const day of bySetPos ? picked(bySetPos, days) : days) {
      for (const time of plan.times) if (take(out, day * DAY + time, from, to, limit)) return out;
    }
  }
}

/** Adds a start that lies in the bounds; true when the search is over. */
function take(out: Wall[], wall: Wall, from: Wall, to: Wall, limit: number): boolean {
  if (wall > to) return true;
  if (wall >= from) out.push(wall);
  return out.length >= limit;
}

function setOf(days: number[], times: number[]): Wall[] {
  const set: Wall[] = [];
  for (const day of days) for (const time of times) set.push(day * DAY + time);
  return set;
}

/** The members of one period's set that BYSETPOS names, in order. */
function picked(positions: number[], set: number[]): number[] {
  const indexes = new Set<number>();
  for (const p of positions) {
    const i = p > 0 ? p - 1 : set.length + p;
    if (i >= 0 && i < set.length) indexes.add(i);
  }
  return [...indexes].sort((a, b) => a - b).map((i) => set[i]!);
}

const UNIT = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const;

/** Hourly to secondly rules: day by day, within a day only the periods that the interval reaches. */
function subDailyStarts(plan: Plan, { from, to, limit }: Search): Wall[] {
  const out: Wall[] = [];
  if (plan.start.allDay) return out;
  const unit = UNIT[plan.rule.freq as keyof typeof UNIT];
  const perDay = 86_400 / unit;
  const base = Math.floor(plan.start.wall / SECOND / unit);
  const { interval } = plan.rule;
  const lastDay = Math.min(Math.floor(to / DAY), LAST_DAY);
  const fields = fieldsOf(plan);
  let steps = 0;
  let day = Math.floor(from / DAY);
  while (day <= lastDay && steps < MAX_STEPS) {
    steps++;
    const first = base + Math.ceil((day * perDay - base) / interval) * interval - day * perDay;
    if (first >= perDay) {
      day += Math.floor(first / perDay);
      continue;
    }
    if (dayMatches(plan, day)) {
      const low = Math.max(0, Math.floor((from - day * DAY) / SECOND / unit));
      const begin = first >= low ? first : first + Math.ceil((low - first) / interval) * interval;
      for (let period = begin; period < perDay && steps < MAX_STEPS; period += interval) {
        steps++;
        const second = period * unit;
        if (!admits(fields.hours, Math.floor(second / 3600))) {
          period = skipTo(period, (Math.floor(second / 3600) + 1) * (3600 / unit), interval);
          continue;
        }
        if (unit < 3600 && !admits(fields.minutes, Math.floor(second / 60) % 60)) {
          if (unit === 1) period = skipTo(period, (Math.floor(second / 60) + 1) * 60, interval);
          continue;
        }
        for (const offset of picksOf(plan, fields, second)) {
          if (take(out, day * DAY + (second + offset) * SECOND, from, to, limit)) return out;
        }
      }
    }
    day++;
  }
  return out;
}

/** The last reachable period before `target`, so that the loop's own step arrives at or after it. */
const skipTo = (period: number, target: number, interval: number): number =>
  period + (Math.ceil((target - period) / interval) - 1) * interval;

interface Fields {
  hours: Set<number> | null;
  minutes: Set<number> | null;
  seconds: Set<number> | null;
  /** Seconds, within the rule's period, at which instances lie. */
  offsets: number[];
}

const admits = (set: Set<number> | null, value: number): boolean => set === null || set.has(value);

function fieldsOf({ rule, start }: Plan): Fields {
  const second = Math.floor(start.wall / SECOND);
  const seconds = [...new Set((rule.bySecond ?? [((second % 60) + 60) % 60]).map((s) => Math.min(59, s)))];
  const minutes = rule.byMinute ?? [((Math.floor(second / 60) % 60) + 60) % 60];
  const offsets =
    rule.freq === 'HOURLY'
      ? minutes.flatMap((m) => seconds.map((s) => m * 60 + s))
      : rule.freq === 'MINUTELY'
        ? seconds
        : [0];
  return {
    hours: rule.byHour ? new Set(rule.byHour) : null,
    minutes: rule.byMinute ? new Set(rule.byMinute) : null,
    seconds: rule.bySecond ? new Set(seconds) : null,
    offsets,
  };
}

function picksOf(plan: Plan, fields: Fields, second: number): number[] {
  const { bySetPos, freq } = plan.rule;
  if (freq === 'SECONDLY' && !admits(fields.seconds, second % 60)) return [];
  return bySetPos ? picked(bySetPos, fields.offsets) : fields.offsets;
}
