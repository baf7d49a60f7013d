import { LAST_DAY, DAY, SECOND, Wall } from '../time/civil.js';
import { dayMatches } from './days.js';
import { Plan } from './plan.js';
import { Search, selectByPosition, collect } from './search.js';

const UNIT = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const;

/** The rule's periods, counted in units (hours, minutes or seconds), and which of them BYxxx admits. */
interface Grid {
  unit: number;
  perDay: number;
  /** The period of DTSTART, from which INTERVAL counts. */
  base: number;
  interval: number;
  /** What BYHOUR, BYMINUTE and BYSECOND admit, ascending. */
  hours: number[] | null;
  minutes: number[] | null;
  seconds: number[] | null;
  /** Seconds, within a period, at which instances occur. */
  offsets: number[];
}

/** One search over a grid, and its results. */
interface Walk {
  grid: Grid;
  search: Search;
  out: Wall[];
}

/** Hourly to secondly rules: day by day, and within a day only the periods that the interval reaches. */
export function subDailyStarts(plan: Plan, search: Search): Wall[] {
  const out: Wall[] = [];
  if (plan.start.allDay) return out;
  const grid = gridOf(plan);
  const walk: Walk = { grid, search, out };
  const lastDay = Math.min(Math.floor(search.to / DAY), LAST_DAY);
  const { budget } = search;
  let day = Math.floor(search.from / DAY);
  while (day <= lastDay && (budget.remaining -= 1) >= 0) {
    const first = firstOfDay(grid, day);
    if (first >= grid.perDay) day += Math.floor(first / grid.perDay);
    else {
      if (dayMatches(plan, day) && addDay(walk, day, first)) return out;
      day++;
    }
  }
  return out;
}

/** The first period at or after a day's beginning that the interval reaches, counted from that beginning. */
const firstOfDay = ({ base, interval, perDay }: Grid, day: number): number =>
  base + Math.ceil((day * perDay - base) / interval) * interval - day * perDay;

/** Adds one day's starts from the period `first` on, counted from the day's beginning; true when the search is over. */
function addDay({ grid, search, out }: Walk, day: number, first: number): boolean {
  const { from, budget } = search;
  const { unit, perDay, interval } = grid;
  const low = Math.max(0, Math.floor((from - day * DAY) / SECOND / unit));
  let period = first >= low ? first : first + Math.ceil((low - first) / interval) * interval;
  while (period < perDay) {
    if ((budget.remaining -= grid.offsets.length || 1) < 0) return true;
    const second = period * unit;
    const next = nextAdmitted(grid, second);
    if (next > second) {
      period += Math.ceil((next / unit - period) / interval) * interval;
      continue;
    }
    for (const offset of grid.offsets) {
      if (collect(out, day * DAY + (second + offset) * SECOND, search)) return true;
    }
    period += interval;
  }
  return false;
}

/** The second itself if BYHOUR, BYMINUTE and BYSECOND admit its period, else where the next candidate begins. */
function nextAdmitted({ unit, hours, minutes, seconds }: Grid, second: number): number {
  const hour = Math.floor(second / 3600);
  if (hours && !hours.includes(hour)) return (hours.find((h) => h > hour) ?? 24) * 3600;
  const minute = Math.floor(second / 60) % 60;
  if (unit < 3600 && minutes && !minutes.includes(minute))
    return hour * 3600 + (minutes.find((m) => m > minute) ?? 60) * 60;
  if (unit === 1 && seconds && !seconds.includes(second % 60)) {
    return Math.floor(second / 60) * 60 + (seconds.find((s) => s > second % 60) ?? 60);
  }
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
    hours: rule.byHour ?? null,
    minutes: rule.byMinute ?? null,
    seconds: bySecond,
    offsets: rule.bySetPos ? selectByPosition(rule.bySetPos, offsets) : offsets,
  };
}
