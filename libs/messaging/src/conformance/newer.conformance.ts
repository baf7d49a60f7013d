import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { topic } from '@kalends/topics';
import { metrics } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deadLetters } from '../core/dead-letter/dead-letter.js';
import { message } from '../core/envelope/envelope.js';
import { RequestUnsupported } from '../core/errors/errors.js';
import { OnRequest, OnMessage, OnMessageBatch, type Delivered } from '../core/nest/decorators.js';
import { sqlOf } from '../core/sql/sql.js';
import { freshGroup, freshName, serve, type World } from './world.js';

const known = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), id: z.string(), colour: z.enum(['red', 'blue']).optional() }),
  z.object({ kind: z.literal('closed'), id: z.string() }),
]);
type Known = z.infer<typeof known>;

const example: Known = { kind: 'opened', id: 'a' };
const key = ({ id }: Known) => id;
const things = (unknownKinds: 'skip' | 'refuse' = 'skip') =>
  topic<Known>({ name: freshName(), schema: known, key, example, partitions: 1, unknownKinds });

/** A body of one lane as another release may send it. */
const sent = (contract: ReturnType<typeof things>, body: object) => ({
  ...message(contract, example),
  body: JSON.stringify({ id: 'a', ...body }),
});

/** What a newer release may send. */
const newer = [{ kind: 'renamed' }, { kind: 'opened', colour: 'green' }];
/** What no release may send. */
const wrong = [{}, { kind: 7 }, { kind: 'opened', colour: 1 }, { kind: 'closed', id: 2 }];

/** How many messages a group has skipped, by the metric. */
async function skippedBy(group: string): Promise<number | undefined> {
  const { values } = await metrics.messages.get();
  const counted = values.find(
    ({ metricName, labels }) =>
      metricName?.endsWith('_count') && labels.service === group && labels.outcome === 'skipped',
  );
  return counted?.value;
}

export function newerConformance(world: () => World): void {
  const lettersOf = async (group: string) =>
    (await deadLetters.list(sqlOf(world().pool))).filter((letter) => letter.group === group);
  const publish = (contract: ReturnType<typeof things>, bodies: readonly object[]) =>
    world().publish(bodies.map((body) => sent(contract, body)));

  describe('messages of a newer release', () => {
    it('given unknown members, kinds and values, when messages arrive, then those members and messages are skipped', async () => {
      const contract = things();
      const group = freshGroup();
      const received: Known[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        handle(@Payload() body: Known) {
          received.push(body);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      const lines: unknown[] = [];
      const warn = (fields: object, line: string) => void (line.includes('newer release') && lines.push(fields));
      const log = { debug() {}, info() {}, error() {}, warn };
      await serve(world(), transport, group, Consumer, { log: log as never });
      await publish(contract, [...newer, { kind: 'opened', added: { by: 'x' } }, { kind: 'closed' }]);
      await transport.drained();
      expect(received).toEqual([
        { kind: 'opened', id: 'a' },
        { kind: 'closed', id: 'a' },
      ]);
      expect(await lettersOf(group)).toEqual([]);
      expect(lines).toHaveLength(newer.length);
      expect(await skippedBy(group)).toBe(newer.length);
    });

    it('given an unknown kind in a batch, when it arrives, then the others are still one batch', async () => {
      const contract = things();
      const group = freshGroup();
      const batches: string[][] = [];
      @Controller()
      class Projection {
        @OnMessageBatch(contract)
        handle(@Payload() batch: Delivered<Known>[]) {
          batches.push(batch.map(({ body }) => body.kind));
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await publish(contract, [{ kind: 'opened' }, ...newer, { kind: 'closed' }]);
      await serve(world(), transport, group, Projection);
      await transport.drained();
      expect(batches).toEqual([['opened', 'closed']]);
      const replayed: string[] = [];
      const handle = async (batch: Delivered<Known>[]) => void replayed.push(...batch.map(({ body }) => body.kind));
      await transport.replay(contract, { to: await transport.ends(contract.name), handle });
      expect(replayed).toEqual(['opened', 'closed']);
      expect(await lettersOf(group)).toEqual([]);
    });

    it('given a body that no release sends, or a topic that skips nothing, when messages arrive, then they are dead letters', async () => {
      const [skips, refuses] = [things(), things('refuse')];
      const group = freshGroup();
      const received: string[] = [];
      @Controller()
      class Consumer {
        @OnMessage(skips)
        handle(@Payload() body: Known) {
          received.push(body.kind);
        }
        @OnMessage(refuses)
        handleStrictly(@Payload() body: Known) {
          received.push(body.kind);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([skips, refuses]);
      await serve(world(), transport, group, Consumer);
      await publish(skips, [...wrong, { kind: 'closed' }]);
      await publish(refuses, [...newer, { kind: 'closed' }]);
      await transport.drained();
      expect(received).toEqual(['closed', 'closed']);
      const letters = await lettersOf(group);
      expect(letters.map(({ reason }) => reason)).toEqual(Array(wrong.length + newer.length).fill('invalid'));
    });

    it('given a request of an unknown kind, when it arrives, then it is refused, and nothing is stored', async () => {
      const replySchema = z.object({ n: z.number() });
      const contract = topic<Known, { n: number }>({
        ...{
          name: freshName('query'),
          schema: known,
          key,
          example,
          reply: replySchema,
          exampleReply: { n: 1 },
          partitions: 1,
        },
      });
      const group = freshGroup();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() _body: Known) {
          return { n: 1 };
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Answerer);
      const client = transport.client('gateway');
      await client.connect();
      const outcome = await client.request({ ...contract, schema: z.any() }, { kind: 'renamed', id: 'a' } as never);
      expect(outcome).toBeInstanceOf(RequestUnsupported);
      expect(await client.request(contract, example)).toEqual({ n: 1 });
      expect(await lettersOf(group)).toEqual([]);
    });
  });
}
