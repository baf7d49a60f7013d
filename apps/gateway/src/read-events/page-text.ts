import { beginningOf, between, endOf, keyOf } from '../read-model/wire.js';
import type { Page, Place } from './page.js';
import { pageSize } from './page-sql.js';
import { dayBeginning, type Midnights, type Window } from './window.js';

/** What a page's statement tells of its events: how many there are, their texts, and their zones when placed. */
export interface Found {
  /** One more than a page holds when another page follows. */
  found: number;
  events: string;
  zones: [string | null, string | null][] | null;
}

/** What a row is ordered by. */
function orderOf(wire: string, midnights: Midnights): number {
  const { start, allDay } = beginningOf(wire);
  return allDay ? dayBeginning(start, midnights) : start;
}

/** Whether an event began before the window and reaches into it. */
function began(wire: string, { from, fromDay }: Window): boolean {
  const { start, allDay } = beginningOf(wire);
  return start < (allDay ? fromDay : from);
}

/** Where the last event of several stands. */
const lastAt = (events: string): number => {
  const at = events.lastIndexOf(between);
  return at < 0 ? 0 : at + between.length;
};

/** How many events stand before all that begins in the window and began before it. `events`: some that do not. */
function reachingIn(events: string, window: Window, midnights: Midnights): number {
  let reaching = 0;
  for (let at = 0; ; at = events.indexOf(between, at) + between.length) {
    // its beginning is enough
    const wire = events.slice(at, at + 64);
    if (orderOf(wire, midnights) >= window.from) return reaching;
    if (began(wire, window)) reaching += 1;
  }
}

/**
 * How many live events a usual read has, from its first page and from how many begin in its window. What reaches into the
 * window stands before all that begins in it, hence on the first page; null when that is full of it.
 */
export function countOf(
  { found, events }: Found,
  beginning: number,
  window: Window,
  midnights: Midnights,
): number | null {
  if (found <= pageSize) return found;
  if (orderOf(events.slice(lastAt(events)), midnights) < window.from) return null;
  return reachingIn(events, window, midnights) + beginning;
}

function placeOf(wire: string, [startTzid, endTzid]: [string | null, string | null]): Place {
  const { start, allDay } = beginningOf(wire);
  return [start, endOf(wire), allDay, startTzid, endTzid];
}

/** The page without the event beyond it. */
export function pageOf(
  { found, events, zones }: Found,
  midnights: Midnights,
): Pick<Page, 'events' | 'places' | 'next'> {
  const shown = found <= pageSize ? events : events.slice(0, lastAt(events) - between.length);
  const places = zones && shown.split(between).map((wire, index) => placeOf(wire, zones[index]!));
  if (found <= pageSize) return { events: shown, places, next: null };
  const last = shown.slice(lastAt(shown));
  return { events: shown, places, next: { start: orderOf(last, midnights), ...keyOf(last) } };
}
