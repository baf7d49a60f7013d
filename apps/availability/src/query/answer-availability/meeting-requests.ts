import type { AvailabilityMember, MeetingQuery, PendingOverlay } from '@kalends/contracts';
import {
  intersect,
  normalise,
  type MemberGroup,
  type MemberTime,
  type Period,
  type Periods,
  type SlotRequest,
} from '@kalends/free-busy';
import { TimeSlices } from '@kalends/service-runtime';
import type { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { loadTime, type LoadedTime } from '../../busy-time/member-time/load-time.js';
import { loadManaged, managedTime, rulesOf, type Managed } from '../../busy-time/member-time/managed.js';
import { mergeTime } from '../../busy-time/member-time/merge.js';
import type { Queryable } from '../../busy-time/member-time/time.queries.js';
import { longestBuffer } from './buffers.js';

const minute = 60_000;

export interface Loaded extends LoadedTime {
  managed: ReadonlyMap<string, Managed>;
}

const membersOf = (meetings: readonly MeetingQuery[]) =>
  meetings.flatMap(({ groups }) => groups.flatMap(({ members }) => members));

interface MeetingsRequest {
  meetings: readonly MeetingQuery[];
  span: Period;
  overlay: PendingOverlay;
  freshness: { now: number; maxStaleness: number };
  ignoredHolds?: { client_id: string; hold_ids: readonly string[] };
}

/** Loads everything that these meetings need, in the same number of statements for one meeting or a hundred. */
export async function loadMembers(
  db: Queryable,
  cache: BlockCache,
  { meetings, span, ...given }: MeetingsRequest,
): Promise<Loaded> {
  const members = membersOf(meetings);
  const managed = await loadManaged(db, members, span);
  const people = members.map((one) => ({
    sub: one.sub,
    calendarIds: calendarsOf(one, managed),
    allCalendars: one.all_calendars ?? false,
  }));
  return { managed, ...(await loadTime(db, cache, { people, span, ...given })) };
}

/** Rules may name the calendars that count; they apply when the query names none and every rule does. */
function calendarsOf(member: AvailabilityMember, managed: ReadonlyMap<string, Managed>): readonly string[] {
  const stored = managed.get(member.sub);
  if (!member.managed || !member.all_calendars || !stored) return member.calendar_ids;
  const rules = rulesOf(stored, member);
  if (!Array.isArray(rules) || rules.length === 0) return member.calendar_ids;
  if (rules.some(({ calendar_ids }) => calendar_ids === undefined)) return member.calendar_ids;
  const named = new Set(rules.flatMap(({ calendar_ids }) => calendar_ids!));
  return member.calendar_ids.filter((id) => named.has(id));
}

/** The first requested rule that does not exist, or the first member without the working hours that were requested, if any. */
export function unknownRule(meetings: readonly MeetingQuery[], { managed }: Loaded) {
  for (const member of membersOf(meetings)) {
    const rules = member.managed ? rulesOf(managed.get(member.sub)!, member) : [];
    if (!Array.isArray(rules)) return { sub: member.sub, ...rules };
  }
  return null;
}

function withinOf(member: AvailabilityMember, { managed }: Loaded, span: Period): Periods | null {
  const own = member.periods === null ? null : normalise(member.periods);
  const stored = member.managed ? managed.get(member.sub) : undefined;
  if (!stored) return own;
  const rules = rulesOf(stored, member);
  const hours = managedTime(Array.isArray(rules) ? rules : [], stored.periods, span);
  return own === null ? hours : intersect(own, hours);
}

function timeOf(member: AvailabilityMember, loaded: Loaded, span: Period): MemberTime {
  const counted = { onlyManaged: member.only_managed_events, ignoreTentative: member.ignore_tentative };
  const calendars = calendarsOf(member, loaded.managed).map((id) => loaded.busy.get(id));
  return {
    sub: member.sub,
    busy: mergeTime(calendars, counted),
    held: loaded.holds.get(member.sub) ?? [],
    within: withinOf(member, loaded, span),
    unknown: loaded.unknown.has(member.sub),
    ...(member.buffer?.before === undefined ? {} : { bufferBeforeMs: member.buffer.before * minute }),
    ...(member.buffer?.after === undefined ? {} : { bufferAfterMs: member.buffer.after * minute }),
  };
}

/**
 * Meetings as the computation takes them. `span`: all instants that they need. A person in many meetings of a sequence is
 * looked up once; yields to other work between people.
 */
export class MeetingRequests {
  private readonly memberTimes = new Map<string, MemberTime>();

  constructor(
    private readonly loaded: Loaded,
    private readonly span: Period,
    private readonly slices = new TimeSlices(),
  ) {}

  async of(meeting: MeetingQuery): Promise<SlotRequest> {
    const groups: MemberGroup[] = [];
    for (const { required, members } of meeting.groups) {
      const times: MemberTime[] = [];
      for (const member of members) {
        times.push(this.timeOf(member));
        await this.slices.next();
      }
      groups.push({ required, members: times });
    }
    return {
      groups,
      durationMs: meeting.duration * minute,
      bufferBeforeMs: meeting.buffer.before.minimum * minute,
      bufferAfterMs: meeting.buffer.after.minimum * minute,
      intervalMs: meeting.start_interval === null ? null : meeting.start_interval * minute,
      periods: meeting.periods,
    };
  }

  private timeOf(member: AvailabilityMember): MemberTime {
    const key = JSON.stringify(member);
    const memberTimes = this.memberTimes.get(key) ?? timeOf(member, this.loaded, this.span);
    this.memberTimes.set(key, memberTimes);
    return memberTimes;
  }
}

/** From the first to the last instant of the meetings and their buffers. */
export function spanOf(meetings: readonly MeetingQuery[], slots: readonly number[] = []): Period {
  const longest = Math.max(...meetings.map(({ duration }) => duration)) * minute;
  const requested = [
    ...meetings.flatMap(({ periods }) => periods),
    ...slots.map((start) => ({ start, end: start + longest })),
  ];
  const widest = (side: 'before' | 'after') => Math.max(...meetings.map((one) => longestBuffer(one, side))) * minute;
  return {
    start: Math.min(...requested.map(({ start }) => start)) - widest('before'),
    end: Math.max(...requested.map(({ end }) => end)) + widest('after'),
  };
}
