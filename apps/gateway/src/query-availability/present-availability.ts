import type { AvailabilityReply } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';

type Found = Extract<AvailabilityReply, { outcome: 'found' }>;
type Sequences = Extract<AvailabilityReply, { outcome: 'sequences' }>;

const times = ({ start, end }: { start: number; end: number }) => ({ start: toIso(start), end: toIso(end) });

const presentFound = (one: Found['found'][number]) => ({
  ...times(one),
  participants: one.participants.map((sub) => ({ sub })),
});

const unknownOf = (unknown: Found['unknown']) =>
  unknown.length > 0 ? { members: unknown.map(({ sub, reason }) => ({ sub, status: 'unknown', reason })) } : {};

/** The answer of `POST /v1/availability`: slots where a slot format or query_slots was asked for; UTC. */
export function presentAvailability({ found, unknown, unavailable }: Found, asSlots: boolean) {
  return {
    [asSlots ? 'available_slots' : 'available_periods']: found.map(presentFound),
    ...unknownOf(unknown),
    ...(unavailable ? { unavailable: unavailable.map((one) => ({ ...times(one), members: one.members })) } : {}),
  };
}

/** The answer of `POST /v1/sequenced_availability`; UTC. */
export const presentSequences = ({ sequences, unknown }: Sequences) => ({
  sequences: sequences.map((steps) => ({
    sequence: steps.map((one) => ({ sequence_id: one.sequence_id, ...presentFound(one) })),
  })),
  ...unknownOf(unknown),
});
