import { DAY, SECOND, Wall } from '../time/civil.js';
import { dayMatches } from './days.js';
import { Plan } from './plan.js';
import { LAST_DAY, MAX_STEPS, Search, picked, take } from './search.js';

const UNIT = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const;

/** The rule's periods, counted in units (hours, minutes or seconds), and what BYxxx admits of them. */
interface Grid {
  unit: number;
  perDay: number;
  /** Period that holds DTSTART, from which INTERVAL counts. */
  base: number;
  interval: number;
  hours: Set<number> | null;
  minutes: Set<number> | null;
  seconds: Set<number> | null;
  /** Seconds, within a period, at which instances lie. */
  offsets: number[];
}

/** Hourly to secondly rules: day by day, within a day only the periods that the interval reaches. */
export function subDailyStarts(plan: Plan, search: Search): Wall[] {
  const out: Wall[] = [];
  if (plan.start.allDay) return out;
  const grid = gridOf(plan);
  const lastDay = Math.min(Math.floor(search.to / DAY), LAST_DAY);
  let steps = 0;
  let day = Math.floor(search.from / DAY);
  while (day <= lastDay && steps < MAX_STEPS) {
    const first = firstOfDay(grid, day);
    if (first >= grid.perDay) day += Math.floor(first / grid.perDay);
    else {
      const used = dayMatches(plan, day) ? addDay(out, grid, day, first, search) : 0;
      if (used < 0) return out;
      steps += used + 1;
      day++;
    }
  }
  return out;
}

/** The first period at or after a day's beginning that the interval reaches, counted from that beginning. */
const firstOfDay = ({ base, interval, perDay }: Grid, day: number): number =>
  base + Math.ceil((day * perDay - base) / interval) * interval - day * perDay;

/** Adds one day's starts; the number of steps taken, or -1 when the search is over. */
function addDay(out: Wall[], grid: Grid, day: number, first: number, { from, to, limit }: Search): number {
  const { unit, perDay, interval } = grid;
  const low = Math.max(0, Math.floor((from - day * DAY) / SECOND / unit));
  let steps = 0;
  let period = first >= low ? first : first + Math.ceil((low - first) / interval) * interval;
  while (period < perDay) {
    steps++;
    const second = period * unit;
    const next = nextAdmitted(grid, second);
    if (next > second) {
      period += Math.ceil((next / unit - period) / interval) * interval;
      continue;
    }
    for (const offset of grid.offsets) {
      if (take(out, day * DAY + (second + offset) * SECOND, from, to, limit)) return -1;
    }
    period += interval;
  }
  return steps;
}

/** The second itself if BYHOUR, BYMINUTE and BYSECOND admit its period, else where the next candidate begins. */
function nextAdmitted({ unit, hours, minutes, seconds }: Grid, second: number): number {
  if (hours && !hours.has(Math.floor(second / 3600))) return (Math.floor(second / 3600) + 1) * 3600;
  if (unit < 3600 && minutes && !minutes.has(Math.floor(second / 60) % 60)) return (Math.floor(second / 60) + 1) * 60;
  if (unit === 1 && seconds && !seconds.has(second % 60)) return second + 1;
  return second;
}

function gridOf({ rule, start }: Plan): Grid {
  const unit = UNIT[rule.freq as keyof typeof UNIT];
  const startSecond = Math.floor(start.wall / SECOND);
  const bySecond = rule.bySecond ? [...new Set(rule.bySecond.map((s) => Math.min(59, s)))] : null;
  const seconds = bySecond ?? [((startSecond % 60) + 60) % 60];
  const minutes = rule.byMinute ?? [((Math.floor(startSecond / 60) % 60) + 60) % 60];
  const offsets = unit === 3600 ? minutes.flatMap((m) => seconds.map((s) => m * 60 + s)) : unit === 60 ? seconds : [0];
  return {
    unit,
    perDay: 86_400 / unit,
    base: Math.floor(startSecond / unit),
    interval: rule.interval,
    hours: rule.byHour ? new Set(rule.byHour) : null,
    minutes: rule.byMinute ? new Set(rule.byMinute) : null,
    seconds: bySecond ? new Set(bySecond) : null,
    offsets: rule.bySetPos ? picked(rule.bySetPos, offsets) : offsets,
  };
}
