import type { Period, Periods } from '../period.js';

/** Sorted disjoint periods as objects. */
export function toPeriodList(periods: Periods): Period[] {
  const list: Period[] = [];
  for (let i = 0; i < periods.length; i += 2) list.push({ start: periods[i]!, end: periods[i + 1]! });
  return list;
}
