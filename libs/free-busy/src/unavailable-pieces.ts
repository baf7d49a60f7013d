import { firstEndingAfter, intersect, normalise, subtract, union } from './algebra.js';
import type { MeetingRequest, MemberTime } from './meeting-request.js';
import { inOrder, meetingTimes, stretchesOf } from './available-periods.js';
import { Changes } from './changes.js';
import { blockedTime, runsWithin } from './member-runs.js';
import type { Period, Periods } from './period.js';

const reasons = ['busy', 'held', 'buffer', 'outside_periods', 'unknown'] as const;

/** Why a member cannot meet; if there are several reasons, the first in this order. `unknown` excludes all others. */
type RefusalReason = (typeof reasons)[number];

interface Unavailable {
  start: number;
  end: number;
  members: { sub: string; reason: RefusalReason }[];
}

/** Per reason, when it applies. */
type ByReason = Record<RefusalReason, Periods>;

/** The reason for the end of a run that is too short, else for its start; both may be the query period's own. */
function neighbourOf(byReason: ByReason, start: number, end: number): RefusalReason {
  const after = reasons.find((reason) => byReason[reason][firstEndingAfter(byReason[reason], end)] === end);
  const isBefore = (periods: Periods) => periods[firstEndingAfter(periods, start - 1) + 1] === start;
  return after ?? reasons.find((reason) => isBefore(byReason[reason])) ?? 'outside_periods';
}

/** Where a member's reasons are searched: `time` is when the member could meet. */
interface Refusal {
  request: MeetingRequest;
  time: Periods;
  period: Period;
}

/** Why the member is not free in a query period, outside the runs that are long enough for the meeting. */
function reasonsOf(member: MemberTime, { request, time, period }: Refusal): ByReason {
  const all = [period.start, period.end];
  const none: ByReason = { busy: [], held: [], buffer: [], outside_periods: [], unknown: [] };
  if (member.unknown) return { ...none, unknown: all };
  const refused = subtract(all, runsWithin(time, period, request.durationMs));
  const busy = intersect(refused, member.busy);
  const notBusy = subtract(refused, member.busy);
  const held = intersect(notBusy, member.held);
  const blocked = blockedTime(member, request);
  const buffer = subtract(intersect(notBusy, blocked), member.held);
  const open = subtract(notBusy, blocked);
  const byReason = { ...none, busy, held, buffer, outside_periods: member.within ? subtract(open, member.within) : [] };
  const tooShort = intersect(open, member.within ?? all);
  const short: Record<RefusalReason, number[]> = { busy: [], held: [], buffer: [], outside_periods: [], unknown: [] };
  for (let i = 0; i < tooShort.length; i += 2) {
    short[neighbourOf(byReason, tooShort[i]!, tooShort[i + 1]!)].push(tooShort[i]!, tooShort[i + 1]!);
  }
  for (const reason of reasons) byReason[reason] = union([byReason[reason], short[reason]]);
  return byReason;
}

/** All time in which the meeting can take place, whoever attends. */
function availableTime(request: MeetingRequest, times: readonly Periods[]): Periods {
  const available: Period[] = [];
  for (const period of inOrder(request.periods)) {
    for (const { start, end } of stretchesOf(request, times, period)) available.push({ start, end });
  }
  return normalise(available);
}

/** A part of one query period that no available period covers; `times` are when each member could meet. */
interface RefusedTime {
  times: readonly Periods[];
  period: Period;
  refused: Periods;
}

/** Splits `refused` into pieces where a member's reason changes. */
function* piecesOf(request: MeetingRequest, { times, period, refused }: RefusedTime): Generator<Unavailable> {
  const members = request.groups.flatMap((group) => group.members);
  const tracks = members.flatMap((member, i) => {
    request.work?.spend(reasons.length * (1 + times[i]!.length + member.busy.length + member.held.length));
    const byReason = reasonsOf(member, { request, time: times[i]!, period });
    return reasons.map((reason) => intersect(byReason[reason], refused));
  });
  const changes = new Changes([...tracks, refused], period.start);
  const current = members.map((): RefusalReason | null => null);
  let start: number | null = null;
  while (changes.nextInstant()) {
    request.work?.spend(1 + changes.to - changes.from + members.length);
    if (start !== null) yield { start, end: changes.instant, members: refusing(members, current) };
    for (let i = changes.from; i < changes.to; i++) {
      const track = changes.trackAt(i);
      if (track === tracks.length) continue;
      const member = Math.floor(track / reasons.length);
      const reason = reasons[track % reasons.length]!;
      if (changes.isStart(i)) current[member] = reason;
      else if (current[member] === reason) current[member] = null;
    }
    const inside = refused[firstEndingAfter(refused, changes.instant)];
    start = inside !== undefined && inside <= changes.instant ? changes.instant : null;
  }
}

function refusing(members: readonly MemberTime[], current: readonly (RefusalReason | null)[]): Unavailable['members'] {
  const bySub = new Map<string, RefusalReason>();
  for (const [i, { sub }] of members.entries()) {
    const reason = current[i];
    if (reason && !bySub.has(sub)) bySub.set(sub, reason);
  }
  return [...bySub].map(([sub, reason]) => ({ sub, reason }));
}

const sameMembers = (a: Unavailable, b: Unavailable) =>
  a.members.length === b.members.length &&
  a.members.every(({ sub, reason }, i) => sub === b.members[i]!.sub && reason === b.members[i]!.reason);

/**
 * Explains unavailability: the requested time that no available period covers, ascending, in maximal pieces of equal
 * reasons, at most `maxPieces`. Each names the members who are not free there, in request order, without duplicates. A
 * gap too short for the meeting takes the reason that ends it, else the one that begins it, `outside_periods` if the
 * query period does both. No member is named if everybody is free but the common time, or the time of one choice, is
 * too short. Time in several query periods is judged as part of the first.
 */
export function unavailablePieces(request: MeetingRequest, maxPieces = Infinity): Unavailable[] {
  const times = meetingTimes(request);
  const available = availableTime(request, times);
  const pieces: Unavailable[] = [];
  let explained: Periods = [];
  for (const period of inOrder(request.periods)) {
    const refused = subtract(subtract([period.start, period.end], explained), available);
    for (const piece of piecesOf(request, { times, period, refused })) {
      const last = pieces.at(-1);
      if (last?.end === piece.start && sameMembers(last, piece)) last.end = piece.end;
      else if (pieces.length < maxPieces) pieces.push(piece);
      else return pieces;
    }
    explained = union([explained, [period.start, period.end]]);
  }
  return pieces;
}

/** When one member cannot meet, and why; ascending, disjoint. */
export interface MemberRefusals {
  sub: string;
  refused: (Period & { reason: RefusalReason })[];
}

/**
 * Explains each member alone: when they cannot meet within the query periods, whoever else could, for the reasons of
 * {@link unavailablePieces}. Each member once, in request order, as in their first group; at most `maxPieces` altogether, the
 * earlier members' first. Time in several query periods is judged as part of the first.
 */
export function memberRefusals(request: MeetingRequest, maxPieces = Infinity): MemberRefusals[] {
  const members = request.groups.flatMap((group) => group.members);
  const times = meetingTimes(request);
  const bySub = new Map<string, MemberRefusals>();
  let left = maxPieces;
  for (const [i, member] of members.entries()) {
    if (bySub.has(member.sub)) continue;
    const refused: MemberRefusals['refused'] = [];
    let explained: Periods = [];
    for (const period of inOrder(request.periods)) {
      request.work?.spend(reasons.length * (1 + times[i]!.length + member.busy.length + member.held.length));
      const byReason = reasonsOf(member, { request, time: times[i]!, period });
      for (const reason of reasons) {
        const own = subtract(intersect(byReason[reason], [period.start, period.end]), explained);
        for (let at = 0; at < own.length; at += 2) refused.push({ start: own[at]!, end: own[at + 1]!, reason });
      }
      explained = union([explained, [period.start, period.end]]);
    }
    refused.sort((a, b) => a.start - b.start);
    bySub.set(member.sub, { sub: member.sub, refused: refused.slice(0, left) });
    left -= Math.min(left, refused.length);
  }
  return [...bySub.values()];
}
