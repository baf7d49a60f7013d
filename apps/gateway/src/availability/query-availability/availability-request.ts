import type { AvailabilityBody, MeetingQuery, SequencedAvailabilityBody, ValidationErrors } from '@kalends/contracts';
import type { Period } from '@kalends/free-busy';
import type { ResolvedMember, RequestedMember } from '../resolve-members.js';

type Groups = AvailabilityBody['participants'];
type Step = SequencedAvailabilityBody['sequence'][number];

const minute = 60_000;
const day = 86_400_000;

/** Every requested member, with its path in the request. */
export const requestedMembersOf = (groups: Groups, prefix = ''): RequestedMember[] =>
  groups.flatMap(({ members }, group) =>
    members.map(({ sub, calendar_ids }, index) => ({
      path: `${prefix}participants[${group}].members[${index}]`,
      sub,
      calendarIds: calendar_ids,
    })),
  );

function groupsOf(groups: Groups, resolved: ReadonlyMap<string, ResolvedMember>): MeetingQuery['groups'] {
  return groups.map(({ members, required }) => ({
    required: required === 'all' ? null : required,
    members: members.map((one) => {
      const account = resolved.get(one.sub)!;
      return {
        sub: one.sub,
        tzid: account.tzid,
        calendar_ids: one.calendar_ids ?? account.calendarIds,
        all_calendars: one.calendar_ids === undefined,
        periods: one.available_periods ?? null,
        managed: one.managed_availability ?? false,
        rule_ids: one.availability_rule_ids ?? null,
        only_managed_events: one.only_managed_events ?? false,
        ignore_tentative: one.ignore_tentative ?? false,
      };
    }),
  }));
}

/** A meeting in the form of availability's contract; `periods`: the requested ones, unless slots are given. */
export function meetingOf(
  given: Pick<Step, 'participants' | 'required_duration' | 'start_interval' | 'buffer'>,
  periods: Period[],
  resolved: ReadonlyMap<string, ResolvedMember>,
): MeetingQuery {
  return {
    groups: groupsOf(given.participants, resolved),
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

/** The span extended by the buffers of these meetings. */
export function extendByBuffers(span: Period, meetings: readonly Pick<MeetingQuery, 'buffer'>[]): Period {
  const widest = (side: 'before' | 'after') => Math.max(...meetings.map(({ buffer }) => buffer[side].minimum)) * minute;
  return { start: span.start - widest('before'), end: span.end + widest('after') };
}

/** The error of `field` for a span of more than `maxDays`. */
export function tooLong(field: string, { start, end }: Period, maxDays: number): ValidationErrors['errors'] | null {
  if (end - start <= maxDays * day) return null;
  const description = `${field} may span at most ${maxDays} days from its first to its last instant`;
  return { [field]: [{ key: 'errors.too_long', description }] };
}
