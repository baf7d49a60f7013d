import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { MessageTooLarge } from '../core/errors/errors.js';
import { MicroBatcher } from './micro-batcher.js';

interface Parcel {
  readonly name: string;
  readonly bytes: number;
  readonly lane: string;
}
const parcel = (name: string, bytes = 1, lane = name): Parcel => ({ name, bytes, lane });

function batcherOf(send: (batch: readonly Parcel[]) => Promise<ReadonlyMap<number, Error>>) {
  return new MicroBatcher<Parcel>({
    send,
    bytesOf: ({ bytes }) => bytes,
    budgetOf: () => ({ key: 'topic', bytes: 100 }),
    laneOf: ({ lane }) => lane,
    maxCount: 3,
    maxBytes: 1_000,
  });
}

const none = new Map<number, Error>();

describe('micro-batches', () => {
  it('given a send in flight, when values are added, then they wait and are sent together', async () => {
    const batches: string[][] = [];
    let release = (): void => undefined;
    const batcher = batcherOf(async (batch) => {
      batches.push(batch.map(({ name }) => name));
      if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve));
      return none;
    });
    const first = batcher.add(parcel('a'));
    await waitUntil(() => batches.length === 1);
    const rest = [batcher.add(parcel('b')), batcher.add(parcel('c'))];
    release();
    expect(await Promise.all([first, ...rest])).toEqual([undefined, undefined, undefined]);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('given bounds in count and bytes, when values are many or large, then no batch exceeds them, and order is kept', async () => {
    const batches: string[][] = [];
    const batcher = batcherOf(async (batch) => {
      batches.push(batch.map(({ name }) => name));
      return none;
    });
    const values = [
      parcel('a', 60),
      parcel('b', 60),
      parcel('c', 40),
      parcel('d'),
      parcel('e', 500),
      parcel('f'),
      parcel('g'),
    ];
    await Promise.all(values.map((value) => batcher.add(value)));
    expect(batches).toEqual([['a'], ['b', 'c'], ['d'], ['e'], ['f', 'g']]);
  });

  it('given a send that throws, when more is added, then only its own values fail and the loop continues', async () => {
    let sends = 0;
    const batcher = batcherOf(async () => {
      if (++sends === 1) throw new Error('broken');
      return none;
    });
    expect(await batcher.add(parcel('a'))).toEqual(new Error('broken'));
    expect(await batcher.add(parcel('b'))).toBeUndefined();
  });

  it('given a value that fails, when its lane has more queued, then those fail too and other lanes are sent', async () => {
    const sent: string[] = [];
    const batcher = batcherOf(async (batch) => {
      sent.push(...batch.map(({ name }) => name));
      return new Map(batch.flatMap(({ name }, index) => (name === 'a1' ? [[index, new Error('away')] as const] : [])));
    });
    const values = [parcel('a1', 100, 'a'), parcel('a2', 100, 'a'), parcel('b1', 100, 'b')];
    const outcomes = await Promise.all(values.map((value) => batcher.add(value)));
    expect(outcomes.map((error) => error?.message)).toEqual(['away', 'away', undefined]);
    expect(sent).toEqual(['a1', 'b1']);
  });

  it('given a value that is permanently too large, when its lane has more queued, then those are sent', async () => {
    const batcher = batcherOf(async (batch) => {
      const tooLarge = new MessageTooLarge({ topic: 't', id: 'm', bytes: 2, maxBytes: 1 });
      return new Map(batch.flatMap(({ name }, index) => (name === 'a1' ? [[index, tooLarge] as const] : [])));
    });
    const values = [parcel('a1', 100, 'a'), parcel('a2', 100, 'a')];
    const outcomes = await Promise.all(values.map((value) => batcher.add(value)));
    expect(outcomes.map((error) => error?.name)).toEqual(['MessageTooLarge', undefined]);
  });
});
