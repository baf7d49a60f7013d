import type { MeetingQuery } from '@kalends/contracts';
import type { AvailabilityBody, SequencedAvailabilityBody, ValidationErrors } from '@kalends/public-api';
import type { Period } from '@kalends/free-busy';
import type { ResolvedMember, RequestedMember } from '../resolve-members.js';

type Groups = AvailabilityBody['participants'];
type Step = SequencedAvailabilityBody['sequence'][number];

const minute = 60_000;
const day = 86_400_000;

/** Every requested member, with its path in the request. */
export const requestedMembersOf = (groups: Groups, prefix = ''): RequestedMember[] =>
  groups.flatMap(({ members }, group) =>
    members.map(({ sub, calendar_ids, managed_availability }, index) => ({
      path: `${prefix}participants[${group}].members[${index}]`,
      sub,
      calendarIds: calendar_ids,
      usesProviderHours: managed_availability === 'provider',
    })),
  );

export type RequestedParticipant = Groups[number]['members'][number];

/** The accounts of a query, and the only time in which members with constraints are available. */
export interface KnownMembers {
  resolved: ReadonlyMap<string, ResolvedMember>;
  limited: ReadonlyMap<RequestedParticipant, Period[]>;
}

const bufferOf = ({ buffer }: RequestedParticipant) =>
  buffer === undefined ? {} : { buffer: { before: buffer.before, after: buffer.after } };

function groupsOf(groups: Groups, { resolved, limited }: KnownMembers): MeetingQuery['groups'] {
  return groups.map(({ members, required }) => ({
    required: required === 'all' ? null : required,
    members: members.map((one) => {
      const account = resolved.get(one.sub)!;
      return {
        sub: one.sub,
        tzid: account.tzid,
        calendar_ids: one.calendar_ids ?? account.calendarIds,
        all_calendars: one.calendar_ids === undefined,
        periods: limited.get(one) ?? one.available_periods ?? null,
        managed: (one.managed_availability ?? false) !== false,
        ...(one.managed_availability === 'provider' ? { working_hours: true } : {}),
        rule_ids: one.availability_rule_ids ?? null,
        only_managed_events: one.only_managed_events ?? false,
        ignore_tentative: one.ignore_tentative ?? false,
        ...bufferOf(one),
      };
    }),
  }));
}

/** A meeting in the form of availability's contract; `periods`: the requested ones, unless slots are given. */
export function meetingOf(
  given: Pick<Step, 'participants' | 'required_duration' | 'start_interval' | 'buffer'>,
  periods: Period[],
  known: KnownMembers,
): MeetingQuery {
  return {
    groups: groupsOf(given.participants, known),
    duration: given.required_duration,
    start_interval: given.start_interval ?? null,
    buffer: given.buffer,
    periods,
  };
}

/** From the first to the last requested instant; `duration` in minutes for slots, which have no end. */
export function spanOf(periods: readonly Period[], slots: readonly number[] | null, duration: number): Period {
  const all = slots ? slots.map((start) => ({ start, end: start + duration * minute })) : periods;
  return { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
}

type Buffered = Pick<Step, 'participants' | 'buffer'>;

const memberBuffers = ({ participants }: Buffered, side: 'before' | 'after') =>
  participants.flatMap(({ members }) => members.map(({ buffer }) => buffer?.[side] ?? 0));

/** The span extended by the buffers of these meetings and of their members. */
export function extendByBuffers(span: Period, meetings: readonly Buffered[]): Period {
  const widest = (side: 'before' | 'after') =>
    Math.max(...meetings.flatMap((one) => [one.buffer[side].minimum, ...memberBuffers(one, side)])) * minute;
  return { start: span.start - widest('before'), end: span.end + widest('after') };
}

/** The errors of buffers longer than the longest query, which would widen the computed time beyond it. */
export function longBuffers({ participants, buffer }: Buffered, prefix: string, maxDays: number) {
  const errors: ValidationErrors['errors'] = {};
  const check = (minutes: number, field: string) => {
    if (minutes * minute <= maxDays * day) return;
    errors[field] = [{ key: 'errors.too_long', description: `a buffer may be at most ${maxDays} days long` }];
  };
  for (const side of ['before', 'after'] as const) {
    check(buffer[side].minimum, `${prefix}buffer.${side}.minimum`);
    participants.forEach(({ members }, group) =>
      members.forEach((one, index) =>
        check(one.buffer?.[side] ?? 0, `${prefix}participants[${group}].members[${index}].buffer.${side}`),
      ),
    );
  }
  return errors;
}

/** The error of `field` for a span of more than `maxDays`. */
export function tooLong(field: string, { start, end }: Period, maxDays: number): ValidationErrors['errors'] | null {
  if (end - start <= maxDays * day) return null;
  const description = `${field} may span at most ${maxDays} days from its first to its last instant`;
  return { [field]: [{ key: 'errors.too_long', description }] };
}
