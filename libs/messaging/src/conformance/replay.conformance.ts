import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { describe, expect, it } from 'vitest';
import { message, tombstone } from '../core/envelope/envelope.js';
import { OnMessage } from '../core/nest/decorators.js';
import { freshGroup, note, notes, serve, publish, type Note, type World } from './world.js';

export function replayConformance(world: () => World): void {
  describe('replay', () => {
    it('given a state topic, when it is replayed from the start, then the newest record of each key comes last of its key', async () => {
      const contract = notes({ compact: true });
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      const sent = Array.from({ length: 1_200 }, (_, n) => note(`k${n % 400}`, n, `lane-${n % 5}`));
      await publish(world(), contract, sent);
      const to = await transport.ends(contract.name);
      await publish(world(), contract, [note('after the end', 1)]);
      const newest = new Map<string, number>();
      await transport.replay(contract, {
        to,
        handle: async (batch) => {
          for (const { body, context } of batch) newest.set(context.key, body.n);
        },
      });
      expect(newest.size).toBe(400);
      expect(newest.has('after the end')).toBe(false);
      for (const [key, n] of newest) expect(n).toBe(800 + Number(key.slice(1)));
    });

    it('given positions, when a topic is replayed from them, then only later messages are read', async () => {
      const contract = notes({ compact: true });
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await publish(world(), contract, [note('a', 1), note('b', 2)]);
      const from = await transport.ends(contract.name);
      await world().publish([message(contract, note('a', 3)), tombstone(contract, { key: 'b', lane: 'b' })]);
      const read: number[] = [];
      const handle = async (batch: { body: Note }[]): Promise<void> =>
        void read.push(...batch.map(({ body }) => body.n));
      await transport.replay(contract, { from, to: await transport.ends(contract.name), handle });
      expect(read).toEqual([3]);
    });

    it('given a new group, when it joins, then it gets the state topic from the start, and later continues from its position', async () => {
      const contract = notes({ compact: true });
      const group = freshGroup();
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await publish(world(), contract, [note('a', 1), note('b', 2)]);
      const received: number[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        handle(@Payload() body: Note) {
          received.push(body.n);
        }
      }
      const first = await serve(world(), transport, group, Consumer);
      await transport.drained();
      await first.close();
      expect(await transport.positions(group, contract.name)).toMatchObject(
        positive(await transport.ends(contract.name)),
      );
      await publish(world(), contract, [note('c', 3)]);
      await serve(world(), transport, group, Consumer);
      await transport.drained();
      expect([...received].sort()).toEqual([1, 2, 3]);
      expect(received.at(-1)).toBe(3);
    });

    it.each([
      ['paused', ['pause']],
      ['paused, resumed and paused again immediately', ['pause', 'resume', 'pause']],
    ] as const)(
      'given a topic that is %s, when messages arrive, then they wait until it is resumed',
      async (_, steps) => {
        const [contract, other] = [notes(), notes()];
        const received: string[] = [];
        @Controller()
        class Consumer {
          @OnMessage(contract)
          one(@Payload() body: Note) {
            received.push(`paused ${body.n}`);
          }
          @OnMessage(other)
          two(@Payload() body: Note) {
            received.push(`other ${body.n}`);
          }
        }
        const transport = await world().transport();
        await transport.ensureTopics([contract, other]);
        const server = await serve(world(), transport, freshGroup(), Consumer);
        await publish(world(), contract, [note('a', 1)]);
        await transport.drained();
        for (const step of steps) await server[step](contract);
        await publish(world(), contract, [note('a', 2)]);
        await publish(world(), other, [note('a', 1), note('a', 2), note('a', 3)]);
        await expect.poll(() => received.length).toBe(4);
        expect(received).toEqual(['paused 1', 'other 1', 'other 2', 'other 3']);
        server.resume(contract);
        server.resume(contract);
        await transport.drained();
        expect(received.slice(4)).toEqual(['paused 2']);
      },
    );
  });
}

/** Partitions that contain messages. */
const positive = (ends: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(ends).filter(([, end]) => end > 0));
