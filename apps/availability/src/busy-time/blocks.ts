import type { BusyPeriod, Period } from '@kalends/free-busy';

/** A period of a block, with the event that causes it. */
export interface BlockEntry extends BusyPeriod {
  managed: boolean;
  eventUid: string;
}

export const blockMs = 28 * 86_400_000;

/** The block that contains an instant: 28 days each, counted from 1970-01-01T00:00Z. */
export const blockOf = (ms: number): number => Math.floor(ms / blockMs);

/** Every block that a period overlaps. */
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

const farthest = 2 ** 31 - 1;

/** Seconds from the block's beginning, clamped to int32 (68 years): times beyond do not matter to the block. */
const within = (seconds: number) => Math.max(-farthest, Math.min(farthest, seconds));

/**
 * Entries as stored in a block: pairs of int32 (start, end: seconds from the block's beginning; iCalendar has no finer
 * unit), a byte of flags each, uids as a JSON array. Ascending by start, which makes reading cheaper.
 */
export function pack(unordered: readonly BlockEntry[], block: number): PackedBlock {
  const entries = unordered.toSorted((a, b) => a.start - b.start);
  const spans = new Int32Array(entries.length * 2);
  const flags = Buffer.alloc(entries.length);
  entries.forEach(({ start, end, tentative, managed }, index) => {
    spans[index * 2] = within(Math.floor((start - block * blockMs) / 1_000));
    spans[index * 2 + 1] = within(Math.ceil((end - block * blockMs) / 1_000));
    flags[index] = (tentative ? tentativeFlag : 0) | (managed ? managedFlag : 0);
  });
  return {
    spans: Buffer.from(spans.buffer),
    flags,
    event_uids: JSON.stringify(entries.map(({ eventUid }) => eventUid)),
  };
}

/** Start and end (epoch ms) of every period of a block, alternating. */
export function spansOf(packed: Buffer, block: number): Float64Array {
  // a copy: the database's buffer need not be aligned
  const aligned = new Uint8Array(packed.length);
  aligned.set(packed);
  const seconds = new Int32Array(aligned.buffer);
  const from = block * blockMs;
  const spans = new Float64Array(seconds.length);
  for (let index = 0; index < seconds.length; index++) spans[index] = from + seconds[index]! * 1_000;
  return spans;
}

export function unpack({ spans, flags, event_uids }: PackedBlock, block: number): BlockEntry[] {
  const times = spansOf(spans, block);
  const uids = JSON.parse(event_uids) as string[];
  return uids.map((eventUid, index) => ({
    start: times[index * 2]!,
    end: times[index * 2 + 1]!,
    tentative: (flags[index]! & tentativeFlag) !== 0,
    managed: (flags[index]! & managedFlag) !== 0,
    eventUid,
  }));
}
