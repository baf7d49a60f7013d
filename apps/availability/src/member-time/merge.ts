import type { Periods } from '@kalends/free-busy';
import { managedFlag, tentativeFlag } from '../projection/blocks.js';
import type { CalendarTime } from './busy.js';

export interface Counted {
  onlyManaged: boolean;
  ignoreTentative: boolean;
}

/** Sorted, disjoint periods of what counts in these calendars; periods that touch become one. */
export function mergeTime(calendars: readonly (CalendarTime | undefined)[], counted: Counted): Periods {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const time of calendars) {
    if (!time) continue;
    for (let index = 0; index < time.flags.length; index += 1) {
      const flags = time.flags[index]!;
      if (counted.onlyManaged && (flags & managedFlag) === 0) continue;
      if (counted.ignoreTentative && (flags & tentativeFlag) !== 0) continue;
      starts.push(time.spans[index * 2]!);
      ends.push(time.spans[index * 2 + 1]!);
    }
  }
  return merged(starts, ends);
}

/** The union of periods given by their starts and ends. */
export function merged(starts: readonly number[], ends: readonly number[]): Periods {
  const order = starts.map((_, index) => index).sort((a, b) => starts[a]! - starts[b]!);
  const result: number[] = [];
  for (const index of order) {
    const [start, end] = [starts[index]!, ends[index]!];
    if (start >= end) continue;
    const last = result.length - 1;
    if (last > 0 && start <= result[last]!) result[last] = Math.max(result[last]!, end);
    else result.push(start, end);
  }
  return result;
}
