import type { Periods } from '@kalends/free-busy';
import { managedFlag, tentativeFlag } from '../projection/blocks.js';
import type { CalendarTime } from './busy.js';

export interface Counted {
  onlyManaged: boolean;
  ignoreTentative: boolean;
}

/** Sorted, disjoint periods of what counts in these calendars; periods that touch become one. */
export function mergeTime(calendars: readonly (CalendarTime | undefined)[], counted: Counted): Periods {
  const wanted = counted.onlyManaged ? managedFlag : 0;
  const ignored = counted.ignoreTentative ? tentativeFlag : 0;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { spans, flags } of calendars.flatMap((pieces) => pieces ?? [])) {
    for (let index = 0; index < flags.length; index += 1) {
      if ((flags[index]! & wanted) !== wanted || (flags[index]! & ignored) !== 0) continue;
      starts.push(spans[index * 2]!);
      ends.push(spans[index * 2 + 1]!);
    }
  }
  return merged(starts, ends);
}

/** The union of periods given by their starts and ends; one pass where they ascend, as those of packed blocks do. */
export function merged(starts: readonly number[], ends: readonly number[]): Periods {
  const result: number[] = [];
  let last = -1;
  for (let index = 0; index < starts.length; index += 1) {
    const [start, end] = [starts[index]!, ends[index]!];
    if (start >= end) continue;
    if (last > 0 && start < result[last - 1]!) return mergedUnordered(starts, ends);
    if (last > 0 && start <= result[last]!) {
      if (end > result[last]!) result[last] = end;
    } else last = result.push(start, end) - 1;
  }
  return result;
}

function mergedUnordered(starts: readonly number[], ends: readonly number[]): Periods {
  const order = starts.map((_, index) => index).sort((a, b) => starts[a]! - starts[b]!);
  return merged(
    order.map((index) => starts[index]!),
    order.map((index) => ends[index]!),
  );
}
