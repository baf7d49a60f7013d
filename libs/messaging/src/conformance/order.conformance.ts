import { setImmediate as turn } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { Unhandled, OnMessage, OnMessageBatch, type Delivered } from '../core/nest/decorators.js';
import { MessageContext } from '../core/nest/message-context.js';
import { firstTimes, freshGroup, latch, note, notes, serve, publish, type Note, type World } from './world.js';

export function orderConformance(world: () => World): void {
  describe('order and concurrency', () => {
    it('given many lanes, when their messages are handled at different speeds, then each lane keeps its order', async () => {
      const contract = notes();
      const seen = new Map<string, number[]>();
      @Controller()
      class Consumer {
        @OnMessage(contract)
        async handle(@Payload() body: Note, @Ctx() context: MessageContext) {
          for (let turns = (body.n * 7) % 5; turns > 0; turns--) await turn();
          seen.set(context.lane, [...(seen.get(context.lane) ?? []), body.n]);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Consumer);
      const sent = Array.from({ length: 600 }, (_, n) => note(`key-${n % 60}`, n, `lane-${n % 12}`));
      await publish(world(), contract, sent.slice(0, 250));
      await publish(world(), contract, sent.slice(250));
      await transport.drained();
      expect(seen.size).toBe(12);
      for (let lane = 0; lane < 12; lane++) {
        const expected = Array.from({ length: 50 }, (_, index) => lane + index * 12);
        expect(firstTimes(seen.get(`lane-${lane}`) ?? [])).toEqual(expected);
      }
    });

    it('given a lane that waits, when another lane of the same partition has messages, then they are handled meanwhile', async () => {
      const contract = notes({ partitions: 1 });
      const other = latch();
      const handled: string[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        async handle(@Payload() body: Note) {
          if (body.lane === 'first') await other.opened;
          else other.open();
          handled.push(body.lane);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Consumer);
      await publish(world(), contract, [note('first', 1), note('second', 2)]);
      await transport.drained();
      expect(firstTimes(handled)).toEqual(['second', 'first']);
    });

    it('given a slow group, when another group consumes the same topic, then the other is not delayed', async () => {
      const contract = notes();
      const release = latch();
      const [slowly, quickly]: [number[], number[]] = [[], []];
      @Controller()
      class Slow {
        @OnMessage(contract)
        async handle(@Payload() body: Note) {
          await release.opened;
          slowly.push(body.n);
        }
      }
      @Controller()
      class Quick {
        @OnMessage(contract)
        handle(@Payload() body: Note) {
          quickly.push(body.n);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Slow);
      await serve(world(), transport, freshGroup(), Quick);
      await publish(
        world(),
        contract,
        Array.from({ length: 100 }, (_, n) => note(`k${n}`, n)),
      );
      await waitUntil(() => firstTimes(quickly).length === 100, { what: 'the quick group' });
      expect(slowly).toEqual([]);
      release.open();
      await transport.drained();
      expect(firstTimes(slowly)).toHaveLength(100);
    });

    it('given a batch handler, when 3,000 messages arrive, then it gets several per call, in the order of each lane', async () => {
      const contract = notes({ partitions: 2 });
      const sizes: number[] = [];
      const seen = new Map<string, number[]>();
      @Controller()
      class Projection {
        @OnMessageBatch(contract)
        handle(@Payload() batch: Delivered<Note>[]) {
          sizes.push(batch.length);
          for (const { body, context } of batch) {
            const known = seen.get(context.lane);
            if (known) known.push(body.n);
            else seen.set(context.lane, [body.n]);
          }
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      const sent = Array.from({ length: 3_000 }, (_, n) => note(`lane-${n % 3}`, n));
      await publish(world(), contract, sent);
      await serve(world(), transport, freshGroup(), Projection);
      await transport.drained();
      expect(Math.max(...sizes)).toBeGreaterThan(100);
      for (let lane = 0; lane < 3; lane++) {
        const expected = Array.from({ length: 1_000 }, (_, index) => lane + index * 3);
        expect(firstTimes(seen.get(`lane-${lane}`) ?? [])).toEqual(expected);
      }
    });

    it('given a batch handler that leaves a lane behind, when that lane waits, then the others continue, and it keeps its order', async () => {
      const contract = notes({ partitions: 1 });
      const release = latch();
      const [slowly, quickly]: [number[], number[]] = [[], []];
      @Controller()
      class Projection {
        @OnMessageBatch(contract)
        async handle(@Payload() batch: Delivered<Note>[]) {
          const isAlone = batch[0]!.context.alone;
          if (isAlone) await release.opened;
          for (const { body } of batch) {
            if (body.lane === 'quick') quickly.push(body.n);
            else if (isAlone) slowly.push(body.n);
          }
          const isLeft = !isAlone && batch.some(({ body }) => body.lane === 'slow');
          return isLeft ? new Unhandled(new Set(['slow'])) : undefined;
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, freshGroup(), Projection);
      const sent = (from: number) =>
        Array.from({ length: 40 }, (_, n) => note(`k${from + n}`, from + n, n % 2 === 0 ? 'slow' : 'quick'));
      await publish(world(), contract, sent(0));
      await waitUntil(() => firstTimes(quickly).length === 20, { what: 'the quick lane' });
      await publish(world(), contract, sent(40));
      await waitUntil(() => firstTimes(quickly).length === 40, { what: 'the quick lane, again' });
      expect(slowly).toEqual([]);
      release.open();
      await transport.drained();
      expect(firstTimes(slowly)).toEqual(Array.from({ length: 40 }, (_, n) => 2 * n));
      expect(firstTimes(quickly)).toEqual(Array.from({ length: 40 }, (_, n) => 2 * n + 1));
    });

    it('given a lane that was left behind, when its messages are handled alone, then several of them share a call', async () => {
      const contract = notes({ partitions: 1 });
      const calls: number[][] = [];
      @Controller()
      class Projection {
        @OnMessageBatch(contract)
        handle(@Payload() batch: Delivered<Note>[]) {
          if (!batch[0]!.context.alone) return new Unhandled(new Set(batch.map(({ context }) => context.lane)));
          calls.push(batch.map(({ body }) => body.n));
          return undefined;
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      const sent = Array.from({ length: 200 }, (_, n) => note('locked', n));
      await publish(world(), contract, sent);
      await serve(world(), transport, freshGroup(), Projection);
      await transport.drained();
      expect(firstTimes(calls.flat())).toEqual(Array.from({ length: 200 }, (_, n) => n));
      expect(calls.length).toBeLessThan(20);
    });
  });
}
