import { unpackFindings, type AvailabilityReply, type Finding } from '@kalends/contracts';
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

const [comma, bracket, brace] = [0x2c, 0x5d, 0x7d];

/** Their length as UTF-8, commas included. */
function lengthOf(heads: readonly string[], names: readonly Buffer[], found: readonly Finding[]): number {
  let length = 0;
  for (const [index, { participants }] of found.entries()) {
    length += heads[index]!.length + Math.max(0, participants.length - 1) + 2;
    for (const place of participants) length += names[place]!.length;
  }
  return length + Math.max(0, found.length - 1);
}

/**
 * Between these two texts, findings as JSON in UTF-8: 512 periods that name fifteen people each are 340 kB, which cost
 * twice as much as texts that become one, then bytes.
 */
function withFound(before: string, people: readonly string[], found: readonly Finding[], after: string): Buffer {
  const names = people.map((sub) => Buffer.from(JSON.stringify({ sub })));
  const heads = found.map(({ start, end }) => `{"start":"${toIso(start)}","end":"${toIso(end)}","participants":[`);
  const [ahead, behind] = [Buffer.from(before), Buffer.from(after)];
  const bytes = Buffer.allocUnsafe(ahead.length + lengthOf(heads, names, found) + behind.length);
  bytes.set(ahead);
  let at = ahead.length;
  for (const [index, { participants }] of found.entries()) {
    if (index > 0) bytes[at++] = comma;
    at += bytes.write(heads[index]!, at, 'latin1');
    for (const [which, place] of participants.entries()) {
      if (which > 0) bytes[at++] = comma;
      bytes.set(names[place]!, at);
      at += names[place]!.length;
    }
    bytes[at++] = bracket;
    bytes[at++] = brace;
  }
  bytes.set(behind, at);
  return bytes;
}

/**
 * The answer of `POST /v1/availability`, JSON in UTF-8: slots where a slot format or query_slots was asked for; times in
 * UTC.
 */
export function presentAvailability(reply: Found, asSlots: boolean): Buffer {
  const { people, packed, unknown, unavailable } = reply;
  const found = packed === undefined ? reply.found : unpackFindings(packed, people.length);
  const rest = JSON.stringify({
    ...unknownOf(unknown),
    ...(unavailable ? { unavailable: unavailable.map((one) => ({ ...times(one), members: one.members })) } : {}),
  });
  const more = rest === '{}' ? '}' : `,${rest.slice(1)}`;
  return withFound(`{"${asSlots ? 'available_slots' : 'available_periods'}":[`, people, found, `]${more}`);
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
