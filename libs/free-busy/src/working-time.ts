import { offsetAt } from '@kalends/icalendar';
import { normalise } from './algebra.js';
import type { Period, Periods } from './period.js';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Hours of a weekday as the clock of the rule's zone shows them, `HH:MM`; `end_time` may be `24:00`. */
export interface WeeklyPeriod {
  day: (typeof weekdays)[number];
  start_time: string;
  end_time: string;
}

export interface WorkingRule {
  /** IANA zone. */
  tzid: string;
  weekly_periods: readonly WeeklyPeriod[];
}

const MINUTE = 60_000;
const DAY = 86_400_000;

const msOf = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE;

/** The first instant in `(low, high]` at which the zone's offset differs from the one at `low`. */
function changeBetween(tzid: string, low: number, high: number): number {
  const before = offsetAt(tzid, low);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(tzid, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

interface ClockRun extends Period {
  /** The clock's offset from UTC, ms. */
  readonly offsetMs: number;
}

/** Splits the window into stretches with a constant offset; no zone changes it twice in a day. */
function clockRuns(tzid: string, window: Period): ClockRun[] {
  const runs: ClockRun[] = [];
  let start = window.start;
  let offset = offsetAt(tzid, start);
  for (let at = start; at < window.end;) {
    const next = Math.min(at + DAY, window.end);
    if (offsetAt(tzid, next) === offset) {
      at = next;
      continue;
    }
    at = changeBetween(tzid, at, next);
    runs.push({ start, end: at, offsetMs: offset * 1000 });
    start = at;
    offset = offsetAt(tzid, at);
  }
  runs.push({ start, end: window.end, offsetMs: offset * 1000 });
  return runs;
}

/** Midnights, as clock readings since 1970, of the days with this weekday number that a stretch touches. */
function daysOf({ start, end, offsetMs }: ClockRun, weekday: number): number[] {
  const first = Math.floor((start + offsetMs) / DAY);
  const last = Math.floor((end - 1 + offsetMs) / DAY);
  const days: number[] = [];
  // Day 0 was a Thursday.
  const ahead = (((weekday - 4 - first) % 7) + 7) % 7;
  for (let day = first + ahead; day <= last; day += 7) days.push(day * DAY);
  return days;
}

/**
 * The working time inside `window`: every instant at which the clock of the rule's zone shows a time of one of its
 * periods, `[start_time, end_time)` on that weekday. So an hour that the clock skips does not count, and one that it
 * shows twice counts twice. Overlapping and touching periods are merged, also across midnight; one that ends no later
 * than it starts is empty. Throws RangeError for an invalid zone name.
 */
export function workingTime({ tzid, weekly_periods }: WorkingRule, window: Period): Periods {
  if (window.start >= window.end) return [];
  const hours: Period[] = [];
  for (const run of clockRuns(tzid, window)) {
    for (const { day, start_time, end_time } of weekly_periods) {
      for (const midnight of daysOf(run, weekdays.indexOf(day))) {
        const start = Math.max(midnight + msOf(start_time) - run.offsetMs, run.start);
        const end = Math.min(midnight + msOf(end_time) - run.offsetMs, run.end);
        hours.push({ start, end });
      }
    }
  }
  return normalise(hours);
}
