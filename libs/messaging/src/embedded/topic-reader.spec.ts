import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import type { Incoming } from '../core/dispatch/incoming.js';
import { LaneStream } from '../core/dispatch/lane-stream.js';
import { silent } from '../core/log.js';
import { beginning } from '../core/outbox/place.js';
import type { Logged, LogTables } from './log-tables.js';
import type { TailReader } from './tail.js';
import { TopicReader } from './topic-reader.js';

const logged = (id: number, bytes: number): Logged => ({
  place: { xid: '9', id: String(id) },
  message: { topic: 't', partition: 0, key: 'k', lane: 'l', headers: {}, body: 'x'.repeat(bytes) },
});

/** A reader whose first reading of the log lasts until the test ends it; `arrive` is the tail. */
function startReader() {
  const handled: Incoming[] = [];
  const stream = new LaneStream({ chunk: 1, handle: (chunk) => Promise.resolve(handled.push(...chunk) > 0) });
  const reads: ((page: Logged[]) => void)[] = [];
  let arrive: (messages: readonly Logged[]) => void = () => undefined;
  const delivered = { read: () => new Promise<Logged[]>((resolve) => reads.push(resolve)) };
  const tail = {
    head: { xid: '99', id: '0' },
    known: () => Promise.resolve(beginning),
    subscribe: (_topic: string, arrived: typeof arrive) => {
      arrive = arrived;
      return () => undefined;
    },
  };
  const dependencies = { delivered: delivered as unknown as LogTables, tail: tail as unknown as TailReader };
  const reader = new TopicReader(stream, beginning, { ...dependencies, log: silent, topic: 't' });
  reader.start();
  const answer = async (page: Logged[]) => {
    await waitUntil(() => reads.length > 0);
    reads.shift()!(page);
  };
  return { reader, handled, answer, arrive: (messages: Logged[]) => arrive(messages), reads };
}

describe('a reader of the log', () => {
  it('given a few messages that arrive while older ones are read, then they are taken from memory', async () => {
    const { reader, handled, answer, arrive, reads } = startReader();
    await waitUntil(() => reads.length === 1);
    arrive([logged(1, 10)]);
    await answer([]);
    await waitUntil(() => handled.length === 1);
    expect(reads).toEqual([]);
    await reader.stop();
  });

  it('given more than 4 MiB that arrive while older ones are read, then they are read from the log, each once', async () => {
    const large = [1, 2, 3, 4, 5].map((id) => logged(id, 1024 * 1024));
    const { reader, handled, answer, arrive, reads } = startReader();
    await waitUntil(() => reads.length === 1);
    for (const one of large) arrive([one]);
    await answer([]);
    await answer(large);
    await answer([]);
    await waitUntil(() => handled.length === 5);
    await reader.stop();
  });
});
