import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deadLetters, eraseDeadLetters, storeDeadLetter } from '../core/dead-letter/dead-letter.js';
import { message } from '../core/envelope/envelope.js';
import { RequestFailed, Discard, Redeliver } from '../core/errors/errors.js';
import { OnRequest, OnMessage, OnMessageBatch, type Delivered } from '../core/nest/decorators.js';
import { MessageContext } from '../core/nest/message-context.js';
import { sqlOf } from '../core/sql/sql.js';
import {
  freshGroup,
  note,
  notes,
  requestTopic,
  serve,
  publish,
  type NoteReply,
  type Note,
  type NoteRequest,
  type World,
} from './world.js';

const blockedConsumer = fileURLToPath(new URL('./blocked-consumer.mjs', import.meta.url));

export function failureConformance(world: () => World): void {
  const lettersOf = async (group: string) =>
    (await deadLetters.list(sqlOf(world().pool))).filter((letter) => letter.group === group);

  describe('failures', () => {
    it('given a process that is handling a message, when it is killed, then another process receives the message', async () => {
      const contract = notes({ partitions: 1 });
      const group = freshGroup();
      const child = spawn(process.execPath, [blockedConsumer, contract.name, group], {
        env: { ...process.env, ...world().childEnv },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await waitUntil(() => output.includes('ready'), { what: 'the child to join', timeout: 60_000 });
      await publish(world(), contract, [note('a', 1), note('b', 2), note('a', 3)]);
      await waitUntil(() => output.includes('done 2') && output.includes('blocking on 1'), {
        what: 'the child to block on 1',
      });
      child.kill('SIGKILL');
      await once(child, 'exit');
      const seen: number[] = [];
      @Controller()
      class Successor {
        @OnMessage(contract)
        handle(@Payload() body: Note) {
          seen.push(body.n);
        }
      }
      await serve(world(), await world().transport(), group, Successor);
      await waitUntil(() => seen.includes(3), { what: 'redelivery', timeout: world().takeoverMs });
      expect(seen.filter((n) => n !== 2)).toEqual([1, 3]);
    }, 60_000);

    it('given a poison message, when its deliveries are used up, then it is a dead letter and its lane continues', async () => {
      const contract = notes();
      const group = freshGroup();
      const received: number[] = [];
      const deliveries: number[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        handle(@Payload() body: Note, @Ctx() context: MessageContext) {
          if (body.n === 2) deliveries.push(context.deliveries);
          if (body.n === 2) throw new Error('cannot handle two');
          received.push(body.n);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Consumer, { maxDeliveries: 3 });
      await publish(world(), contract, [note('a', 1), note('a', 2), note('a', 3)]);
      await transport.drained();
      expect(received).toEqual([1, 3]);
      expect(deliveries).toEqual([1, 2, 3]);
      const [letter] = await lettersOf(group);
      expect(letter).toMatchObject({ topic: contract.name, key: 'a', reason: 'failed', deliveries: 3 });
      expect(letter?.error).toContain('cannot handle two');
    });

    it('given a body that violates the contract, when it arrives, then it is a dead letter immediately and the handler is not called', async () => {
      const contract = notes();
      const group = freshGroup();
      const received: number[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        handle(@Payload() body: Note) {
          received.push(body.n);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Consumer);
      const wrong = { ...message(contract, note('a', 1)), body: '{"key":"a"}' };
      const garbage = { ...message(contract, note('a', 2)), body: 'no json' };
      await world().publish([wrong, garbage, message(contract, note('a', 3))]);
      await transport.drained();
      expect(received).toEqual([3]);
      expect((await lettersOf(group)).map((letter) => [letter.reason, letter.deliveries])).toEqual([
        ['invalid', 1],
        ['invalid', 1],
      ]);
    });

    it('given a dead letter, when it is replayed, then only its group receives it again, under the same id', async () => {
      const contract = notes({ compact: true });
      const [group, other] = [freshGroup(), freshGroup()];
      let mended = false;
      const received: string[] = [];
      const elsewhere: string[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        handle(@Payload() body: Note, @Ctx() context: MessageContext) {
          if (body.n === 1 && !mended) throw new Error('not yet');
          received.push(`${body.n} ${context.id} ${context.key}`);
        }
      }
      @Controller()
      class Bystander {
        @OnMessage(contract)
        handle(@Payload() body: Note, @Ctx() context: MessageContext) {
          elsewhere.push(`${body.n} ${context.id}`);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Consumer, { maxDeliveries: 1 });
      await serve(world(), transport, other, Bystander);
      const relay = transport.relay({ pool: world().pool });
      relay.start();
      await world().publish([message(contract, note('a', 1), { id: 'first' })]);
      await transport.drained();
      await world().publish([message(contract, note('a', 2), { id: 'newer' })]);
      await transport.drained();
      mended = true;
      const [letter] = await lettersOf(group);
      expect(await deadLetters.replay(sqlOf(world().pool), letter?.id ?? '')).toBe('replayed');
      relay.wake();
      await transport.drained();
      await relay.stop();
      expect(received).toEqual(['2 newer a', '1 first a']);
      expect(elsewhere).toEqual(['1 first', '2 newer']);
      expect(await lettersOf(group)).toEqual([]);
      expect(await deadLetters.replay(sqlOf(world().pool), letter?.id ?? '')).toBe('unknown-dead-letter');
      const replayed: number[] = [];
      const to = await transport.ends(contract.name);
      await transport.replay(contract, {
        to,
        handle: async (batch) => void replayed.push(...batch.map(({ body }) => body.n)),
      });
      expect(replayed.at(-1)).toBe(2);
    });

    it('given a request that fails or is invalid, when it is answered, then the requester gets the error and nothing is stored', async () => {
      const contract = requestTopic();
      const group = freshGroup();
      @Controller()
      class Answerer {
        @OnRequest(contract)
        async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
          throw new Error(`cannot answer ${body.n}`);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Answerer);
      const client = transport.client('gateway');
      await client.connect();
      expect(await client.request(contract, note('a', 1))).toBeInstanceOf(RequestFailed);
      const anything = { ...contract, schema: z.any() };
      const wrong = await client.request(anything, { key: 'a', password: 'planted' } as never);
      expect(wrong).toBeInstanceOf(RequestFailed);
      await transport.drained();
      expect(await lettersOf(group)).toEqual([]);
    });

    it('given dead letters of two accounts, when one is erased, then all that name it are deleted', async () => {
      const sql = sqlOf(world().pool);
      const group = freshGroup();
      const letter = (more: object) => ({
        topic: 'gateway.event.test.v1',
        key: 'k',
        lane: 'l',
        headers: {},
        body: '{}',
        ...more,
      });
      const failure = { reason: 'failed' as const, error: 'boom', deliveries: 1, maxBytes: 1_000 };
      const [one, other] = ['acc_one', 'acc_other'];
      const letters = [
        { key: one },
        { lane: one },
        { body: `{"account_id":"${one}"}` },
        { body: `{"account_id":"${other}"}` },
      ];
      for (const [position, more] of letters.entries())
        await storeDeadLetter(sql, { group, letter: letter({ position, ...more }), failure });
      await storeDeadLetter(sql, {
        group,
        letter: letter({ position: 9, body: null }),
        failure: { ...failure, error: `of ${one}` },
      });
      await eraseDeadLetters(sql, [one]);
      expect((await lettersOf(group)).map(({ body }) => body)).toEqual([`{"account_id":"${other}"}`]);
    });

    it('given a transient failure, when the message is redelivered, then its lane waits and nothing is a dead letter', async () => {
      const contract = notes();
      const group = freshGroup();
      const received: string[] = [];
      @Controller()
      class Consumer {
        @OnMessage(contract)
        handle(@Payload() body: Note, @Ctx() context: MessageContext) {
          if (body.n === 1 && context.deliveries < 4) throw new Redeliver('later');
          if (body.n === 2) throw new Discard('useless');
          received.push(`${body.n}/${context.deliveries}`);
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await serve(world(), transport, group, Consumer, { maxDeliveries: 2 });
      await publish(world(), contract, [note('a', 1), note('a', 2), note('a', 3)]);
      await transport.drained();
      expect(received).toEqual(['1/4', '3/1']);
      expect(await lettersOf(group)).toEqual([]);
    });

    it('given a poison message in a batch, when the batch fails, then only that message is a dead letter', async () => {
      const contract = notes({ partitions: 1 });
      const group = freshGroup();
      const received: number[] = [];
      @Controller()
      class Projection {
        @OnMessageBatch(contract)
        handle(@Payload() batch: Delivered<Note>[]) {
          if (batch.some(({ body }) => body.n === 17)) throw new Error('seventeen');
          received.push(...batch.map(({ body }) => body.n));
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await publish(
        world(),
        contract,
        Array.from({ length: 50 }, (_, n) => note('a', n)),
      );
      await serve(world(), transport, group, Projection, { maxDeliveries: 1 });
      await transport.drained();
      expect(received).toEqual(Array.from({ length: 50 }, (_, n) => n).filter((n) => n !== 17));
      expect(await lettersOf(group)).toHaveLength(1);
    });

    it('given a batch that always times out because of one message, then only that message is a dead letter and the rest is handled', async () => {
      const contract = notes({ partitions: 1 });
      const group = freshGroup();
      const received: number[] = [];
      @Controller()
      class Projection {
        @OnMessageBatch(contract)
        handle(@Payload() batch: Delivered<Note>[]) {
          if (batch.some(({ body }) => body.n === 3)) throw new Error('Query read timeout');
          received.push(...batch.map(({ body }) => body.n));
        }
      }
      const transport = await world().transport();
      await transport.ensureTopics([contract]);
      await publish(world(), contract, [note('a', 1), note('b', 2), note('c', 3), note('d', 4)]);
      await serve(world(), transport, group, Projection, { maxDeliveries: 2 });
      await transport.drained();
      expect(received).toEqual([1, 2, 4]);
      expect((await lettersOf(group)).map(({ error }) => error)).toEqual(['Error: Query read timeout']);
    });
  });
}
