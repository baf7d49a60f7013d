import { beginningOf, endOf, keyOf } from '../read-model/wire.js';
import type { Page, Place } from './page.js';
import { pageSize } from './page-sql.js';
import { dayBeginning, type Midnights, type Window } from './window.js';

/** A row of a page: its text, and its zones when placed. */
export type Row = [string, string | null, string | null];

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

/**
 * How many live events a usual read has, from the rows of its first page and from how many begin in its window. What
 * reaches into the window stands before all that begins in it, hence on the first page; null when that is full of it.
 */
export function countOf(rows: Row[], beginning: number, window: Window, midnights: Midnights): number | null {
  if (rows.length <= pageSize) return rows.length;
  if (orderOf(rows.at(-1)![0], midnights) < window.from) return null;
  const first = rows.findIndex(([wire]) => orderOf(wire, midnights) >= window.from);
  return rows.slice(0, first).filter(([wire]) => began(wire, window)).length + beginning;
}

const placeOf = ([wire, startTzid, endTzid]: Row): Place => {
  const { start, allDay } = beginningOf(wire);
  return [start, endOf(wire), allDay, startTzid, endTzid];
};

/** The page without the event beyond it. */
export function pageOf(rows: Row[], placed: boolean, midnights: Midnights): Pick<Page, 'wires' | 'places' | 'next'> {
  const shown = rows.slice(0, pageSize);
  const wires = shown.map(([wire]) => wire);
  const places = placed ? shown.map(placeOf) : null;
  if (rows.length <= pageSize) return { wires, places, next: null };
  const last = wires.at(-1)!;
  return { wires, places, next: { start: orderOf(last, midnights), ...keyOf(last) } };
}
