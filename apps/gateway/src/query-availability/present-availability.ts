import type { AvailabilityReply } from '@kalends/contracts';
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

/** As text: 512 periods that name thirty people each are 15,000 objects otherwise, for nothing but to be written. */
function foundText(people: readonly string[], found: Found['found']): string {
  const texts = people.map((sub) => JSON.stringify({ sub }));
  const participants = (places: readonly number[]) => places.map((place) => texts[place]!).join(',');
  return found
    .map(({ start, end, participants: places }) => {
      const [from, to] = [toIso(start), toIso(end)];
      return `{"start":"${from}","end":"${to}","participants":[${participants(places)}]}`;
    })
    .join(',');
}

/**
 * The answer of `POST /v1/availability` as JSON text: slots where a slot format or query_slots was asked for; UTC.
 */
export function presentAvailability({ people, found, unknown, unavailable }: Found, asSlots: boolean): string {
  const rest = JSON.stringify({
    ...unknownOf(unknown),
    ...(unavailable ? { unavailable: unavailable.map((one) => ({ ...times(one), members: one.members })) } : {}),
  });
  const more = rest === '{}' ? '}' : `,${rest.slice(1)}`;
  return `{"${asSlots ? 'available_slots' : 'available_periods'}":[${foundText(people, found)}]${more}`;
}

/** The answer of `POST /v1/sequenced_availability`; UTC. */
export function presentSequences({ people, sequences, unknown }: Sequences) {
  const present = presentFound(named(people));
  return {
    sequences: sequences.map((steps) => ({
      sequence: steps.map((one) => ({ sequence_id: one.sequence_id, ...present(one) })),
    })),
    ...unknownOf(unknown),
  };
}
