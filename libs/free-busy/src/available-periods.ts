import type { Found, MeetingRequest } from './meeting-request.js';
import { hullOf, meetingTime, runsWithin } from './member-runs.js';
import type { Period, Periods } from './period.js';
import { sweep, type Stretch } from './sweep.js';

/** Ascending by start, then end, without duplicates and empty periods. */
export function inOrder(periods: readonly Period[]): Period[] {
  const sorted = periods.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.filter(({ start, end }, i) => i === 0 || start !== sorted[i - 1]!.start || end !== sorted[i - 1]!.end);
}

/** Per member of all groups, in order: when their meetings may take place within the requested time. */
export function meetingTimes(request: MeetingRequest): Periods[] {
  const hull = hullOf(request.periods);
  return request.groups.flatMap(({ members }) =>
    members.map((member) => {
      request.work?.spend(1 + member.busy.length + member.held.length + (member.within?.length ?? 0));
      return meetingTime(member, request, hull);
    }),
  );
}

/** The stretches of one query period that are long enough for the meeting, ascending. */
export function* stretchesOf(request: MeetingRequest, times: readonly Periods[], period: Period): Generator<Stretch> {
  const runs = times.map((time) => runsWithin(time, period, request.durationMs));
  for (const stretch of sweep(request, runs, period.start)) {
    if (stretch.end - stretch.start >= request.durationMs) yield stretch;
  }
}

/** Ascending by start, then end, without duplicates. Equal periods of two query periods name the same members. */
function ordered(found: Found[]): Found[] {
  found.sort((a, b) => a.start - b.start || a.end - b.end);
  return found.filter((one, i) => i === 0 || one.start !== found[i - 1]!.start || one.end !== found[i - 1]!.end);
}

/**
 * When the meeting can take place, ascending by start, at most `maxResults`. A member's free runs, cut to the
 * query period, count if they are at least as long as the meeting. The result is split where the chosen members change,
 * each period is maximal for one choice, and periods shorter than the meeting are dropped. Overlapping query periods
 * are answered separately, equal results once.
 */
export function availablePeriods(request: MeetingRequest, maxResults: number): Found[] {
  const times = meetingTimes(request);
  let found: Found[] = [];
  for (const period of inOrder(request.periods)) {
    if (found.length >= maxResults && found.at(-1)!.start < period.start) break;
    const more: Found[] = [];
    for (const { start, end, participants } of stretchesOf(request, times, period)) {
      const names = participants();
      request.work?.spend(names.length);
      more.push({ start, end, participants: names });
      if (more.length >= maxResults) break;
    }
    found = ordered(found.concat(more)).slice(0, maxResults);
  }
  return found;
}
