import type { BusyPeriod, Period } from '@kalends/free-busy';

/** A period of a block, with the event that it comes from. */
export interface BlockEntry extends BusyPeriod {
  managed: boolean;
  eventUid: string;
}

export const blockMs = 28 * 86_400_000;

/** The block that holds an instant: 28 days each, counted from 1970-01-01T00:00Z. */
export const blockOf = (ms: number): number => Math.floor(ms / blockMs);

/** Every block that a period reaches into. */
export function blocksOf({ start, end }: Period): number[] {
  const [first, last] = [blockOf(start), blockOf(Math.max(start, end - 1))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

export const tentativeFlag = 1;
export const managedFlag = 2;

export interface PackedBlock {
  spans: Buffer;
  flags: Buffer;
  event_uids: string;
}

/** Entries as they are stored: pairs of float64 (start, end), a byte of flags each, uids as a JSON array. */
export function pack(entries: readonly BlockEntry[]): PackedBlock {
  const spans = new Float64Array(entries.length * 2);
  const flags = Buffer.alloc(entries.length);
  entries.forEach(({ start, end, tentative, managed }, index) => {
    spans[index * 2] = start;
    spans[index * 2 + 1] = end;
    flags[index] = (tentative ? tentativeFlag : 0) | (managed ? managedFlag : 0);
  });
  return {
    spans: Buffer.from(spans.buffer),
    flags,
    event_uids: JSON.stringify(entries.map(({ eventUid }) => eventUid)),
  };
}

/** Start and end of every period, in turn. A copy: what the database hands over need not be aligned. */
export function spansOf(packed: Buffer): Float64Array {
  const aligned = new Uint8Array(packed.length);
  aligned.set(packed);
  return new Float64Array(aligned.buffer);
}

export function unpack({ spans, flags, event_uids }: PackedBlock): BlockEntry[] {
  const times = spansOf(spans);
  const uids = JSON.parse(event_uids) as string[];
  return uids.map((eventUid, index) => ({
    start: times[index * 2]!,
    end: times[index * 2 + 1]!,
    tentative: (flags[index]! & tentativeFlag) !== 0,
    managed: (flags[index]! & managedFlag) !== 0,
    eventUid,
  }));
}
