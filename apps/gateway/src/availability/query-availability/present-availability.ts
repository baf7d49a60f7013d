import type { AvailabilityReply } from '@kalends/contracts';
import type { AvailabilityBody } from '@kalends/public-api';
import { toIso } from '@kalends/icalendar';

type Found = Extract<AvailabilityReply, { outcome: 'found' }>;
type Sequences = Extract<AvailabilityReply, { outcome: 'sequences' }>;

const times = ({ start, end }: { start: number; end: number }) => ({ start: toIso(start), end: toIso(end) });

const presentFound = (people: readonly { sub: string }[]) => (one: Found['found'][number]) => ({
  ...times(one),
  participants: one.participants.map((place) => people[place]!),
});

const named = (people: readonly string[]) => people.map((sub) => ({ sub }));

const unknownOf = (unknown: Found['unknown']) =>
  unknown.length > 0 ? { members: unknown.map(({ sub, reason }) => ({ sub, status: 'unknown', reason })) } : {};

type Groups = AvailabilityBody['participants'];
type Reason = Found['unknown'][number]['reason'];

const syncStatus = (reason: Reason | undefined) =>
  reason === undefined ? 'active' : reason === 'disconnected' ? 'disconnected' : 'pending';

/** Every member of these groups once, with the state of the calendars that count (AVL-17). */
export function presentStatuses(groups: Groups, unknown: Found['unknown']) {
  const reasons = new Map(unknown.map(({ sub, reason }) => [sub, reason]));
  const subs = new Set(groups.flatMap(({ members }) => members.map(({ sub }) => sub)));
  return { member_statuses: [...subs].map((sub) => ({ sub, sync_status: syncStatus(reasons.get(sub)) })) };
}

/** The response of `POST /v1/availability`: slots if a slot format or query_slots was requested; times in UTC. */
export function presentAvailability({ people, found, unknown, unavailable }: Found, asSlots: boolean) {
  return {
    [asSlots ? 'available_slots' : 'available_periods']: found.map(presentFound(named(people))),
    ...unknownOf(unknown),
    ...(unavailable ? { unavailable: unavailable.map((one) => ({ ...times(one), members: one.members })) } : {}),
  };
}

/** The response of `POST /v1/sequenced_availability`; UTC. */
export function presentSequences({ people, sequences, unknown }: Sequences) {
  const present = presentFound(named(people));
  return {
    sequences: sequences.map((steps) => ({
      sequence: steps.map((one) => ({ sequence_id: one.sequence_id, ...present(one) })),
    })),
    ...unknownOf(unknown),
  };
}
