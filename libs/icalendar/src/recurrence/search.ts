import { Wall, dayNumber } from '../time/civil.js';

/** What one search may cost: steps over periods or candidate times. Beyond it the search ends with what it has. */
export const MAX_STEPS = 2_000_000;

export const LAST_DAY = dayNumber(9999, 12, 31);

export interface Search {
  from: Wall;
  to: Wall;
  limit: number;
}

/** Adds a start that lies in the bounds; true when the search is over. */
export function take(out: Wall[], wall: Wall, from: Wall, to: Wall, limit: number): boolean {
  if (wall > to) return true;
  if (wall >= from) out.push(wall);
  return out.length >= limit;
}

/** The members of one period's set that BYSETPOS names, in order. */
export function picked(positions: number[], set: number[]): number[] {
  const indexes = new Set<number>();
  for (const p of positions) {
    const i = p > 0 ? p - 1 : set.length + p;
    if (i >= 0 && i < set.length) indexes.add(i);
  }
  return [...indexes].sort((a, b) => a - b).map((i) => set[i]!);
}
