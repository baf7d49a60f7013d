import { Wall } from '../time/civil.js';

/** The joint cost limit of the searches of one expansion: steps over periods, candidate times and starts found. */
export const MAX_STEPS = 1_000_000;

/** The remainder of {@link MAX_STEPS}; below zero, a search ended before it was complete. */
export interface Budget {
  remaining: number;
}

export const newBudget = (): Budget => ({ remaining: MAX_STEPS });

export interface Search {
  from: Wall;
  to: Wall;
  limit: number;
  budget: Budget;
}

/** Adds a start that is within the bounds; true when the search is over. */
export function collect(out: Wall[], wall: Wall, bounds: Search): boolean {
  if (wall > bounds.to) return true;
  if (wall >= bounds.from) out.push(wall);
  return out.length >= bounds.limit;
}

/** The members of one period's set that BYSETPOS names, in order. */
export const selectByPosition = (positions: number[], set: number[]): number[] =>
  indexesOf(positions, set.length).map((i) => set[i]!);

/** The indexes that BYSETPOS names in a set of this size, ascending. */
export function indexesOf(positions: number[], size: number): number[] {
  const indexes = new Set<number>();
  for (const p of positions) {
    const i = p > 0 ? p - 1 : size + p;
    if (i >= 0 && i < size) indexes.add(i);
  }
  return [...indexes].sort((a, b) => a - b);
}
