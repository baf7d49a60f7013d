import type { Periods } from '@kalends/free-busy';
import { managedFlag, tentativeFlag } from '../blocks.js';
import type { CalendarTime } from './busy.js';

interface Counted {
  onlyManaged: boolean;
  ignoreTentative: boolean;
}

const counts = (flag: number, required: number, ignored: number) =>
  (flag & required) === required && (flag & ignored) === 0;

/** Sorted, disjoint periods of what counts in these calendars; adjacent periods are merged. */
export function mergeTime(calendars: readonly (CalendarTime | undefined)[], counted: Counted): Periods {
  const required = counted.onlyManaged ? managedFlag : 0;
  const ignored = counted.ignoreTentative ? tentativeFlag : 0;
  const union = new Union();
  let ascending = true;
  const pieces = calendars.flatMap((one) => one ?? []);
  for (let piece = 0; piece < pieces.length && ascending; piece += 1) {
    const { spans, flags } = pieces[piece]!;
    for (let index = 0; index < flags.length && ascending; index += 1) {
      if (!counts(flags[index]!, required, ignored)) continue;
      ascending = union.add(spans[index * 2]!, spans[index * 2 + 1]!);
    }
  }
  return ascending ? union.periods : mergedUnordered(...countedOf(pieces, required, ignored));
}

/** Merges periods that arrive in the order of their starts. */
class Union {
  readonly periods: number[] = [];
  private last = -1;

  /** False: it begins before an earlier one. */
  add(start: number, end: number): boolean {
    if (start >= end) return true;
    if (this.last > 0 && start < this.periods[this.last - 1]!) return false;
    if (this.last > 0 && start <= this.periods[this.last]!) {
      if (end > this.periods[this.last]!) this.periods[this.last] = end;
    } else this.last = this.periods.push(start, end) - 1;
    return true;
  }
}

function countedOf(pieces: CalendarTime, required: number, ignored: number): [starts: number[], ends: number[]] {
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const { spans, flags } of pieces) {
    for (let index = 0; index < flags.length; index += 1) {
      if (!counts(flags[index]!, required, ignored)) continue;
      starts.push(spans[index * 2]!);
      ends.push(spans[index * 2 + 1]!);
    }
  }
  return [starts, ends];
}

/** The union of periods given by their starts and ends; one pass if they ascend, as those of packed blocks do. */
export function merged(starts: readonly number[], ends: readonly number[]): Periods {
  const union = new Union();
  for (let index = 0; index < starts.length; index += 1) {
    if (!union.add(starts[index]!, ends[index]!)) return mergedUnordered(starts, ends);
  }
  return union.periods;
}

function mergedUnordered(starts: readonly number[], ends: readonly number[]): Periods {
  const order = starts.map((_, index) => index).sort((a, b) => starts[a]! - starts[b]!);
  return merged(
    order.map((index) => starts[index]!),
    order.map((index) => ends[index]!),
  );
}
