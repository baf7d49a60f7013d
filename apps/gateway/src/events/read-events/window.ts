import { type ReadEventsQuery } from '@kalends/public-api';
import { addDays, dateOf, type EpochMs, instantMs, type LocalDate, midnight, parseDate } from '@kalends/icalendar';
import { daysAhead } from '../../read-model/days-ahead.js';

/** The period of a read, resolved once for all its pages. `from`/`to` instants, `to` exclusive; days likewise. */
export interface Window {
  tzid: string;
  from: EpochMs;
  to: EpochMs;
  /** UTC midnights of the first day and of the day after the last: all-day events are matched by date. */
  fromDay: EpochMs;
  toDay: EpochMs;
  /** Series are expanded up to here only, an instant; absent: over the whole window. */
  seriesTo?: EpochMs;
}

const dayBefore = 42;
const longest = 10 * 366 * 86_400_000;

const dayMs = (date: LocalDate): EpochMs => midnight(date, 'Etc/UTC');

type Bound = Pick<Window, 'from' | 'fromDay'>;

/** The first instant and day of a lower bound: a date is a day in the zone, a time an instant. */
function lower(text: string, tzid: string): Bound {
  if (parseDate(text) !== null) return { from: midnight(text, tzid), fromDay: dayMs(text) };
  const from = instantMs(text)!;
  return { from, fromDay: dayMs(dateOf(from, tzid)) };
}

/** The instant and day after an upper bound: a date is inclusive, a time exclusive. */
function upper(text: string, tzid: string): Bound {
  if (parseDate(text) !== null) return lower(addDays(text, 1), tzid);
  const to = instantMs(text)!;
  return { from: to, fromDay: dayMs(addDays(dateOf(to - 1, tzid), 1)) };
}

const years = (count: number) => Math.round(count * 365.25);

/**
 * The window of managed events of all time (EVT-21): 40 years back and ahead. Series end after ten years ahead, since one
 * without an end would fill hundreds of pages.
 */
export function allTime(tzid: string, now: EpochMs): Window {
  const today = dateOf(now, tzid);
  const { from, fromDay } = lower(addDays(today, -years(40)), tzid);
  const end = upper(addDays(today, years(40)), tzid);
  const seriesTo = midnight(addDays(today, years(10)), tzid);
  return { tzid, from, to: end.from, fromDay, toDay: end.fromDay, seriesTo };
}

/** The window in which the series of a read are expanded. */
export function seriesWindow(window: Window): Window {
  const { seriesTo } = window;
  if (seriesTo === undefined) return window;
  return { ...window, to: Math.min(window.to, seriesTo), toDay: Math.min(window.toDay, seriesTo) };
}

/** The window of a read (EVT-1, EVT-2). `now`: epoch ms. Refused: `to` before `from`, more than ten years. */
export function windowOf(
  query: Pick<ReadEventsQuery, 'tzid' | 'from' | 'to'>,
  now: EpochMs,
): Window | { refusal: 'invalid-pair' | 'too-long' } {
  const today = dateOf(now, query.tzid);
  const start = lower(query.from ?? addDays(today, -dayBefore), query.tzid);
  const end = upper(query.to ?? addDays(today, daysAhead), query.tzid);
  if (end.from < start.from || (end.from === start.from && query.to !== undefined)) return { refusal: 'invalid-pair' };
  if (end.from - start.from > longest) return { refusal: 'too-long' };
  return { tzid: query.tzid, from: start.from, to: end.from, fromDay: start.fromDay, toDay: end.fromDay };
}

/**
 * Where all-day events are ordered between timed ones: `offsets[i]` is the distance from a day's UTC midnight back to its
 * beginning in the zone, in ms, for days from `thresholds[i - 1]` on. Covers the window and the ten years before it: all-day
 * events that reach into it may have begun long ago.
 */
export interface Midnights {
  thresholds: EpochMs[];
  offsets: EpochMs[];
}

const day = 86_400_000;
const stride = 8 * day;
const block = 3660 * day;
const earlier = block;

const toDate = (ms: EpochMs): LocalDate => dateOf(ms, 'Etc/UTC');

/**
 * Distance of a day's UTC midnight from its beginning in the zone. A day that the zone skipped begins a millisecond before
 * the next one: no two days begin at the same instant, so that a position among them is never ambiguous.
 */
function offsetOf(at: EpochMs, tzid: string): number {
  const beginning = midnight(toDate(at), tzid);
  return at - (beginning === midnight(toDate(at + day), tzid) ? beginning - 1 : beginning);
}

const cache = new Map<string, Midnights>();

/** For whole spans of ten years, so that the few in use are computed once per zone. */
export function midnightsOf({ tzid, fromDay, toDay }: Window): Midnights {
  const [from, to] = [Math.floor((fromDay - earlier) / block) * block, Math.ceil(toDay / block) * block];
  const key = `${tzid} ${from} ${to}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const result = findMidnights(tzid, from, to);
  if (cache.size > 1000) cache.clear();
  cache.set(key, result);
  return result;
}

/** Clock changes are rare: checks every eighth day, and single days only where two of those differ. */
function findMidnights(tzid: string, first: EpochMs, last: EpochMs): Midnights {
  const result: Midnights = { thresholds: [], offsets: [offsetOf(first, tzid)] };
  for (let from = first; from <= last; from += stride) {
    if (offsetOf(from + stride, tzid) === result.offsets.at(-1)) continue;
    for (let at = from + day; at <= from + stride; at += day) {
      const offset = offsetOf(at, tzid);
      if (offset === result.offsets.at(-1)) continue;
      result.thresholds.push(at);
      result.offsets.push(offset);
    }
  }
  return result;
}

/** When a day (its UTC midnight) begins. */
export const dayBeginning = (at: EpochMs, { thresholds, offsets }: Midnights): EpochMs =>
  at - offsets[thresholds.filter((threshold) => threshold <= at).length]!;

/** The first day (UTC midnight) that does not begin before `instant`, and whether it begins exactly then. */
export function firstDayFrom(instant: EpochMs, midnights: Midnights): { day: EpochMs; exact: boolean } {
  let at = Math.floor((instant - 2 * day) / day) * day;
  while (dayBeginning(at, midnights) < instant) at += day;
  return { day: at, exact: dayBeginning(at, midnights) === instant };
}
