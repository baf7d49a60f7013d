import { firstEndingAfter, subtract, union, widen } from './algebra.js';
import type { MeetingRequest, MemberTime } from './meeting-request.js';
import type { Period, Periods } from './period.js';

type Needs = Pick<MeetingRequest, 'bufferBeforeMs' | 'bufferAfterMs'>;

/**
 * When no meeting of this member may take place because of the member's calendar. A meeting needs its buffer before it free,
 * so busy time extends by that much beyond its end, and vice versa.
 */
export function blockedTime(member: MemberTime, needs: Needs): Periods {
  const { bufferBeforeMs = needs.bufferBeforeMs, bufferAfterMs = needs.bufferAfterMs } = member;
  return widen(union([member.busy, member.held]), bufferAfterMs, bufferBeforeMs);
}

/** When a meeting of this member may take place, inside `hull`; empty if the member's time is unknown. */
export function meetingTime(member: MemberTime, needs: Needs, hull: Period): Periods {
  if (member.unknown) return [];
  return subtract(member.within ?? [hull.start, hull.end], blockedTime(member, needs));
}

/** The runs of `free`, cut to `period`, that are at least `minMs` long. */
export function runsWithin(free: Periods, period: Period, minMs: number): Periods {
  const runs: number[] = [];
  for (let i = firstEndingAfter(free, period.start); i < free.length && free[i]! < period.end; i += 2) {
    const start = Math.max(free[i]!, period.start);
    const end = Math.min(free[i + 1]!, period.end);
    if (end - start >= minMs) runs.push(start, end);
  }
  return runs;
}

/**
 * The instants at which a meeting of `durationMs` can start inside one of `runs`, as periods: the last start of a run
 * is its end minus the duration, inclusive.
 */
export function startsOf(runs: Periods, durationMs: number): Periods {
  const starts: number[] = [];
  for (let i = 0; i < runs.length; i += 2) starts.push(runs[i]!, runs[i + 1]! - durationMs + 1);
  return starts;
}

/** The smallest period that covers all of them; empty at 0 if there are none. */
export function hullOf(periods: readonly Period[]): Period {
  if (periods.length === 0) return { start: 0, end: 0 };
  let { start, end } = periods[0]!;
  for (const period of periods) {
    if (period.start < start) start = period.start;
    if (period.end > end) end = period.end;
  }
  return { start, end };
}
