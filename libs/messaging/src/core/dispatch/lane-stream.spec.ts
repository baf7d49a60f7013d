import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import type { Incoming } from './incoming.js';
import { LaneStream, type Handled } from './lane-stream.js';

const at = (position: number, lane: string): Incoming => ({
  topic: 't',
  partition: 0,
  position,
  key: lane,
  lane,
  headers: {},
  body: '{}',
});

/** A stream whose handlers wait until the test releases each position. */
function blockedStream(chunk = 1) {
  const begun: number[][] = [];
  const waiting = new Map<number, (handled: Handled) => void>();
  const stream = new LaneStream({
    chunk,
    handle: (messages) => {
      begun.push(messages.map(({ position }) => position));
      return new Promise((resolve) => waiting.set(messages[0]?.position ?? -1, resolve));
    },
  });
  const release = async (position: number, result: Handled = true): Promise<void> => {
    const resolve = await waitUntil(() => waiting.get(position));
    waiting.delete(position);
    resolve(result);
  };
  return { stream, begun, release };
}

describe('a stream of lanes', () => {
  it('given lanes that finish out of order, when the first is still in progress, then nothing behind it may be committed', async () => {
    const { stream, release } = blockedStream();
    stream.push([at(10, 'a'), at(11, 'b'), at(14, 'c')]);
    await release(14);
    await release(11);
    expect(stream.committable).toBe(-1);
    await release(10);
    await waitUntil(() => stream.idle);
    expect(stream.committable).toBe(15);
  });

  it('given one lane, when its first message is in progress, then its second has not begun', async () => {
    const { stream, begun, release } = blockedStream();
    stream.push([at(1, 'a'), at(2, 'a'), at(3, 'b')]);
    await waitUntil(() => begun.length === 2);
    expect(begun).toEqual([[1], [3]]);
    await release(1);
    await waitUntil(() => begun.length === 3);
    expect(begun[2]).toEqual([2]);
    await release(2);
    await release(3);
    await waitUntil(() => stream.idle);
  });

  it('given messages that were handled, when others follow, then those are not kept in memory any more', async () => {
    setFlagsFromString('--expose-gc');
    const { stream, release } = blockedStream();
    const handled = (() => {
      const message = at(1, 'a');
      stream.push([message, at(2, 'b')]);
      return new WeakRef(message);
    })();
    await release(1);
    await waitUntil(() => stream.committable === 2);
    await waitUntil(() => {
      runInNewContext('gc')();
      return handled.deref() === undefined;
    });
    await release(2);
  });

  it('given 8 MiB that wait, then it is full until they are handled', async () => {
    const { stream, release } = blockedStream();
    stream.push([{ ...at(1, 'a'), body: 'x'.repeat(8 * 1024 * 1024) }]);
    expect(stream.full).toBe(true);
    const room = stream.room();
    await release(1);
    await room;
    expect(stream.full).toBe(false);
  });

  it('given messages already accepted, when they are fetched again, then they are not handled twice', async () => {
    const { stream, begun, release } = blockedStream();
    stream.push([at(1, 'a'), at(2, 'b')]);
    stream.push([at(1, 'a'), at(2, 'b'), at(3, 'c')]);
    for (const position of [1, 2, 3]) await release(position);
    await waitUntil(() => stream.idle);
    expect(begun).toEqual([[1], [2], [3]]);
  });

  it('given chunks, when messages of several lanes arrive, then they are handled together and in order', async () => {
    const { stream, begun, release } = blockedStream(2);
    stream.push([at(1, 'a'), at(2, 'b'), at(3, 'a')]);
    await release(1);
    await release(3);
    await waitUntil(() => stream.idle);
    expect(begun).toEqual([[1, 2], [3]]);
    expect(stream.committable).toBe(4);
  });

  it('given a chunk that leaves a lane behind, when others continue, then that lane keeps its order, and only what is done behind it waits', async () => {
    const { stream, begun, release } = blockedStream(3);
    stream.push([at(1, 'a'), at(2, 'b'), at(3, 'a'), at(4, 'a'), at(5, 'b')]);
    await release(1, new Set(['a']));
    await release(5);
    stream.push([at(6, 'a'), at(7, 'b')]);
    await release(7);
    expect(begun).toHaveLength(4);
    expect(begun).toEqual(expect.arrayContaining([[1, 2, 3], [1, 3, 4], [5], [7]]));
    expect(stream.committable).toBe(-1);
    for (const position of [1, 6]) await release(position);
    await waitUntil(() => stream.idle);
    expect(begun.slice(4)).toEqual([[6]]);
    expect(stream.committable).toBe(8);
    stream.push([at(8, 'a'), at(9, 'b')]);
    await release(8);
    expect(begun.at(-1)).toEqual([8, 9]);
  });

  it('given a cancelled stream, when a handler ends, then its work counts and nothing new begins', async () => {
    const { stream, begun, release } = blockedStream();
    stream.push([at(1, 'a'), at(2, 'a')]);
    await waitUntil(() => begun.length === 1);
    const cancelled = stream.cancel();
    await release(1);
    await cancelled;
    expect(begun).toEqual([[1]]);
    expect(stream.committable).toBe(2);
  });

  it('given thousands in progress, when room is requested, then it resolves once half is done', async () => {
    const { stream, release } = blockedStream(1_000);
    stream.push(Array.from({ length: 4_000 }, (_, n) => at(n, 'a')));
    expect(stream.full).toBe(true);
    let room = false;
    const free = stream.room().then(() => (room = true));
    await release(0);
    expect(room).toBe(false);
    await release(1_000);
    await free;
    expect(stream.full).toBe(false);
    await release(2_000);
    await release(3_000);
    await waitUntil(() => stream.idle);
  });
});
