import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { waitUntil } from '@kalends/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { message } from '../core/envelope/envelope.js';
import { OnMessageBatch, type Delivered } from '../core/nest/decorators.js';
import { addToOutbox } from '../core/outbox/outbox.js';
import type { OutboxRelay } from '../core/outbox/relay.js';
import { sqlOf } from '../core/sql/sql.js';
import type { Transport } from '../transport.js';
import { freshGroup, note, notes, serve, type Note, type World } from './world.js';

export function outboxConformance(world: () => World): void {
  const relays: OutboxRelay[] = [];
  const relayOn = (transport: Transport): OutboxRelay => {
    const relay = transport.relay({ pool: world().pool, pollMs: 60_000 });
    relays.push(relay);
    relay.start();
    return relay;
  };

  async function collecting(transport: Transport, contract: ReturnType<typeof notes>): Promise<number[]> {
    const received: number[] = [];
    const positions = new Set<string>();
    @Controller()
    class Consumer {
      @OnMessageBatch(contract)
      handle(@Payload() batch: Delivered<Note>[]) {
        for (const { body, context } of batch) {
          // a rebalance, which a busy machine can cause, delivers what was sent once a second time
          if (!positions.has(context.position)) received.push(body.n);
          positions.add(context.position);
        }
      }
    }
    await transport.ensureTopics([contract]);
    await serve(world(), transport, freshGroup(), Consumer);
    return received;
  }

  describe('outbox', () => {
    afterEach(async () => {
      await Promise.all(relays.splice(0).map((relay) => relay.stop()));
      await world().pool.query('DELETE FROM outbox');
    });

    it('given transactions that commit out of order, when the later one commits first, then it waits for the earlier', async () => {
      const contract = notes();
      const transport = await world().transport();
      const received = await collecting(transport, contract);
      const relay = relayOn(transport);
      const early = await world().pool.connect();
      try {
        await early.query('BEGIN');
        await addToOutbox(sqlOf(early), [message(contract, note('early', 1, 'one lane'))]);
        await addToOutbox(sqlOf(world().pool), [message(contract, note('late', 2, 'one lane'))]);
        relay.wake();
        await waitUntil(async () => (await relay.waiting()).messages === 1, { what: 'the later row' });
        expect(received).toEqual([]);
        await early.query('COMMIT');
      } finally {
        early.release();
      }
      // nothing wakes the relay: it polls
      await waitUntil(() => received.length === 2, { what: 'both' });
      expect(received).toEqual([1, 2]);
    });

    it('given an open transaction while later ones commit, when it commits, then all are sent in order', async () => {
      const contract = notes();
      const transport = await world().transport();
      const received = await collecting(transport, contract);
      const relay = relayOn(transport);
      const add = async (n: number) => {
        await addToOutbox(sqlOf(world().pool), [message(contract, note('late', n, 'one lane'))]);
        relay.wake();
      };
      const early = await world().pool.connect();
      try {
        for (const n of [1, 2, 3]) await add(n);
        await waitUntil(() => received.length === 3, { what: 'the earlier rows' });
        await early.query('BEGIN');
        await addToOutbox(sqlOf(early), [message(contract, note('early', 0, 'one lane'))]);
        for (const n of [4, 5, 6, 7, 8]) await add(n);
        await early.query('COMMIT');
      } finally {
        early.release();
      }
      await transport.drained();
      expect(received).toEqual([1, 2, 3, 0, 4, 5, 6, 7, 8]);
    });

    it('given a transaction that rolls back, when the relay polls, then nothing is sent', async () => {
      const contract = notes();
      const transport = await world().transport();
      const received = await collecting(transport, contract);
      const relay = relayOn(transport);
      const client = await world().pool.connect();
      await client.query('BEGIN');
      await addToOutbox(sqlOf(client), [message(contract, note('a', 1))]);
      await client.query('ROLLBACK');
      client.release();
      await addToOutbox(sqlOf(world().pool), [message(contract, note('a', 2))]);
      relay.wake();
      await transport.drained();
      expect(received).toEqual([2]);
    });

    it('given two relays of one outbox, when 10,000 messages wait, then each is sent once, in order, quickly', async () => {
      const contract = notes();
      const transport = await world().transport();
      const received = await collecting(transport, contract);
      const count = 10_000;
      const messages = Array.from({ length: count }, (_, n) => message(contract, note('one-lane', n)));
      const begun = performance.now();
      await addToOutbox(sqlOf(world().pool), messages);
      const [relay] = [relayOn(transport), relayOn(transport)];
      relay.wake();
      await waitUntil(() => received.length >= count, { what: '10,000 messages', timeout: 25_000 });
      const seconds = (performance.now() - begun) / 1_000;
      await transport.drained();
      expect(received).toEqual(Array.from({ length: count }, (_, n) => n));
      // about 2 s on two idle cores; the bound allows for a busy machine
      expect(seconds).toBeLessThan(boundMs(15));
    });

    it('given a lane whose topic is missing, when other lanes wait behind it, then they are sent and it follows later', async () => {
      const missing = notes();
      const contract = notes();
      const transport = await world().transport();
      const received = await collecting(transport, contract);
      const waiting = [
        message(missing, note('a', 1)),
        message(contract, note('a', 2)),
        message(contract, note('b', 3)),
      ];
      await addToOutbox(sqlOf(world().pool), waiting);
      const relay = relayOn(transport);
      await waitUntil(() => received.length === 2, { what: 'the lanes behind it', timeout: 60_000 });
      expect([...received].sort()).toEqual([2, 3]);
      await waitUntil(async () => (await relay.waiting()).messages <= 1);
      const late = await collecting(transport, missing);
      relay.wake();
      await waitUntil(() => late.length === 1, { what: 'the lane that was blocked', timeout: 60_000 });
      expect(late).toEqual([1]);
    });
  });
}
