import type { Period, Periods } from './period.js';

/** Adds a period that starts no earlier than the last one; overlapping and touching ones are merged. */
function append(to: number[], start: number, end: number): void {
  const last = to.length - 1;
  if (last >= 0 && start <= to[last]!) {
    if (end > to[last]!) to[last] = end;
  } else to.push(start, end);
}

/** Sorts and merges periods in any order, overlapping or empty. Empty ones are dropped. */
export function normalise(unsorted: readonly Period[]): Periods {
  const sorted = unsorted.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
  const merged: number[] = [];
  for (const { start, end } of sorted) append(merged, start, end);
  return merged;
}

function unionOfTwo(a: Periods, b: Periods): Periods {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const merged: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (j >= b.length || (i < a.length && a[i]! <= b[j]!)) {
      append(merged, a[i]!, a[i + 1]!);
      i += 2;
    } else {
      append(merged, b[j]!, b[j + 1]!);
      j += 2;
    }
  }
  return merged;
}

/** Union: the time in at least one of the lists. */
export function union(lists: readonly Periods[]): Periods {
  if (lists.length <= 2) return unionOfTwo(lists[0] ?? [], lists[1] ?? []);
  const half = lists.length >> 1;
  return unionOfTwo(union(lists.slice(0, half)), union(lists.slice(half)));
}

/** Index of the first period that ends after `ms` (the length if there is none). */
export function firstEndingAfter(periods: Periods, ms: number): number {
  let low = 0;
  let high = periods.length >> 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (periods[2 * mid + 1]! > ms) high = mid;
    else low = mid + 1;
  }
  return 2 * low;
}

/** Difference: the time of `a` that is not in `b`. */
export function subtract(a: Periods, b: Periods): Periods {
  if (a.length === 0 || b.length === 0) return a;
  const rest: number[] = [];
  let j = firstEndingAfter(b, a[0]!);
  for (let i = 0; i < a.length; i += 2) {
    let start = a[i]!;
    const end = a[i + 1]!;
    while (j < b.length && b[j + 1]! <= start) j += 2;
    for (; j < b.length && b[j]! < end; j += 2) {
      if (b[j]! > start) rest.push(start, b[j]!);
      start = b[j + 1]!;
      if (start >= end) break;
    }
    if (start < end) rest.push(start, end);
  }
  return rest;
}

/** Intersection: the time in both. */
export function intersect(a: Periods, b: Periods): Periods {
  if (a.length === 0 || b.length === 0) return [];
  const both: number[] = [];
  let i = firstEndingAfter(a, b[0]!);
  let j = firstEndingAfter(b, a[0]!);
  while (i < a.length && j < b.length) {
    const start = Math.max(a[i]!, b[j]!);
    const end = Math.min(a[i + 1]!, b[j + 1]!);
    if (start < end) both.push(start, end);
    if (a[i + 1]! <= b[j + 1]!) i += 2;
    else j += 2;
  }
  return both;
}

/** Extends every period by `before` ms at its start and by `after` ms at its end (neither negative). */
export function widen(a: Periods, before: number, after: number): Periods {
  if (before === 0 && after === 0) return a;
  const wide: number[] = [];
  for (let i = 0; i < a.length; i += 2) append(wide, a[i]! - before, a[i + 1]! + after);
  return wide;
}
