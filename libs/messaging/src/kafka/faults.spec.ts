import 'reflect-metadata';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { startTestDatabase, type TestDatabase, waitUntil } from '@kalends/testing';
import { topic } from '@kalends/topics';
import kafkajs from 'kafkajs';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { z } from 'zod';
import { startKafka, whyNoKafka, type LocalKafka } from '../conformance/local-kafka.js';
import { serviceSchema } from '../conformance/service-schema.js';
import {
  freshGroup,
  freshName,
  latch,
  note,
  notes,
  requestTopic,
  serve,
  type NoteReply,
  type Note,
  type NoteRequest,
  type World,
} from '../conformance/world.js';
import { message } from '../core/envelope/envelope.js';
import { BrokerUnavailable, isRequestError, MessageTooLarge } from '../core/errors/errors.js';
import { OnRequest, OnMessage } from '../core/nest/decorators.js';
import { addToOutbox } from '../core/outbox/outbox.js';
import { sqlOf } from '../core/sql/sql.js';
import type { Publisher, Transport } from '../transport.js';
import { topicOffsets } from './topic-offsets.js';
import { createKafkaTransport } from './transport.js';

describe('Kafka transport during failures', () => {
  let missing: string | undefined;
  let kafka: LocalKafka;
  let database: TestDatabase | undefined;
  let pool: pg.Pool;
  const open: Transport[] = [];
  const transportOn = (brokers: string): Transport & Publisher => {
    const transport = createKafkaTransport({ brokers: [brokers], clientId: 'faults' });
    open.push(transport);
    return transport;
  };
  const world = (): World => ({
    pool,
    takeoverMs: 20_000,
    childEnv: {},
    transport: async () => transportOn(kafka.brokers),
    publish: async () => undefined,
    closeTransports: async () => undefined,
  });

  beforeAll(async () => {
    missing = await whyNoKafka();
    if (missing) return;
    // a dedicated broker: the test stops and starts it
    kafka = await startKafka();
    database = await startTestDatabase();
    pool = await serviceSchema(database.url);
  }, 180_000);
  beforeEach((context) => {
    if (missing) context.skip(missing);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((transport) => transport.close()));
  });
  afterAll(async () => {
    await pool?.end();
    await database?.stop();
    await kafka?.stop();
  }, 60_000);

  it('given a client that has just connected, when it sends requests to every partition, then no connection is opened for them', async () => {
    const contract = requestTopic();
    @Controller()
    class Service {
      @OnRequest(contract)
      answer(@Payload() body: NoteRequest): NoteReply {
        return { n: body.n, by: 'service' };
      }
    }
    const [serving, requesting] = [transportOn(kafka.brokers), transportOn(kafka.brokers)];
    await serving.ensureTopics([contract]);
    await serve(world(), serving, freshGroup(), Service);
    // the first of all requests ends when the service has its own connection for replies
    const earlier = serving.client('invites', { contracts: [contract] });
    await earlier.connect();
    await earlier.request(contract, note('a', 0));
    const client = requesting.client('gateway', { contracts: [contract] });
    await client.connect();
    let opened = 0;
    const count = (): void => void (opened += 1);
    subscribe('net.client.socket', count);
    try {
      const replies = Array.from({ length: 30 }, (_, n) => client.request(contract, note(`lane ${n}`, n)));
      expect((await Promise.all(replies)).filter(isRequestError)).toEqual([]);
    } finally {
      unsubscribe('net.client.socket', count);
    }
    expect(opened).toBe(0);
  }, 60_000);

  it('given a busy outbox, when the broker restarts, then nothing is lost and each lane keeps its order (FC-44)', async () => {
    const contract = notes();
    const seen = new Map<string, number[]>();
    @Controller()
    class Consumer {
      @OnMessage(contract)
      handle(@Payload() body: Note) {
        seen.set(body.lane, [...(seen.get(body.lane) ?? []), body.n]);
      }
    }
    const transport = transportOn(kafka.brokers);
    await transport.ensureTopics([contract]);
    await serve(world(), transport, freshGroup(), Consumer);
    const relay = transport.relay({ pool, pollMs: 100 });
    relay.start();
    const put = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++) {
        await addToOutbox(sqlOf(pool), [message(contract, note(`lane-${n % 4}`, n))]);
        relay.wake();
      }
    };
    await put(0, 100);
    const rest = put(100, 300);
    await kafka.restart('SIGKILL');
    await rest;
    const count = (): number => [...seen.values()].reduce((sum, received) => sum + new Set(received).size, 0);
    await waitUntil(() => count() === 300, { what: '300 messages', timeout: 60_000 });
    await relay.stop();
    for (let lane = 0; lane < 4; lane++) {
      const expected = Array.from({ length: 75 }, (_, index) => lane + index * 4);
      expect([...new Set(seen.get(`lane-${lane}`))]).toEqual(expected);
    }
  }, 120_000);

  it('given a broker that is down, when a message or request is sent, then an error is returned within 2 s, and all works once it is back', async () => {
    const contract = requestTopic();
    @Controller()
    class Answerer {
      @OnRequest(contract)
      async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
        return { n: body.n, by: 'answerer' };
      }
    }
    const transport = transportOn(kafka.brokers);
    await transport.ensureTopics([contract]);
    await serve(world(), transport, freshGroup(), Answerer);
    const client = transport.client('gateway');
    await client.connect();
    expect(await client.request(contract, note('a', 1))).toEqual({ n: 1, by: 'answerer' });
    await kafka.halt();
    for (let n = 2; n < 4; n++) {
      const begun = performance.now();
      expect(await client.request(contract, note('a', n))).toBeInstanceOf(BrokerUnavailable);
      expect(performance.now() - begun).toBeLessThan(boundMs(2_000));
    }
    const begun = performance.now();
    expect(await transport.publish([message(contract, note('a', 1))])).toEqual([expect.any(Error)]);
    expect(performance.now() - begun).toBeLessThan(boundMs(2_000));
    await kafka.resume();
    const reply = await waitUntil(
      async () => {
        const answer = await client.request(contract, note('a', 5), { deadlineMs: 2_000 });
        return isRequestError(answer) ? undefined : answer;
      },
      { what: 'a reply after the restart', timeout: 60_000 },
    );
    expect(reply).toEqual({ n: 5, by: 'answerer' });
  }, 120_000);

  it('given no broker at all, when an instance sends a request, then BrokerUnavailable is returned within 2 s', async () => {
    const client = transportOn('127.0.0.1:1').client('gateway');
    const begun = performance.now();
    expect(await client.request(requestTopic(), note('a', 1))).toBeInstanceOf(BrokerUnavailable);
    expect(performance.now() - begun).toBeLessThan(boundMs(2_000));
  });

  it('given a message that waits for its effect, when later ones of its partition are done, then the offset stays before it', async () => {
    const contract = notes({ partitions: 1 });
    const group = freshGroup();
    const release = latch();
    const done: number[] = [];
    @Controller()
    class Consumer {
      @OnMessage(contract)
      async handle(@Payload() body: Note) {
        if (body.n === 1) await release.opened;
        done.push(body.n);
      }
    }
    const transport = transportOn(kafka.brokers);
    await transport.ensureTopics([contract]);
    const server = await serve(world(), transport, group, Consumer);
    await transport.publish([0, 1, 2, 3].map((n) => message(contract, note(`lane-${n}`, n))));
    await waitUntil(() => done.length === 3, { what: 'the other lanes' });
    const committed = async (): Promise<number | undefined> => (await transport.positions(group, contract.name))['0'];
    await waitUntil(async () => (await committed()) === 1, { what: 'the commit of what is done' });
    release.open();
    await transport.drained();
    await server.close();
    expect(await committed()).toBe(4);
  });

  it('given a message that the broker rejects for its size, when it is in a batch with others, then only that message fails', async () => {
    const name = freshName();
    const schema = z.object({ id: z.string(), text: z.string() });
    // the contract allows more than the topic: the effect of an operator's limit
    const contract = topic({
      name,
      schema,
      key: ({ id }) => id,
      example: { id: 'a', text: '' },
      maxMessageBytes: 4_000_000,
    });
    const admin = new kafkajs.Kafka({ clientId: 'test', brokers: [kafka.brokers], logLevel: 0 }).admin();
    await admin.connect();
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic: name, numPartitions: 1, configEntries: [{ name: 'max.message.bytes', value: '100000' }] }],
    });
    await topicOffsets(admin, name);
    await admin.disconnect();
    const transport = transportOn(kafka.brokers);
    const sizes = [10, 90_000, 200_000, 10, 90_000, 10];
    const messages = sizes.map((size, n) => message(contract, { id: `k${n}`, text: 'x'.repeat(size) }));
    const outcomes = await transport.publish(messages);
    expect(outcomes.map((error) => error?.name)).toEqual([
      undefined,
      undefined,
      'MessageTooLarge',
      undefined,
      undefined,
      undefined,
    ]);
    expect(outcomes[2]).toBeInstanceOf(MessageTooLarge);
    expect(await transport.ends(name)).toEqual({ '0': 5 });
    await addToOutbox(sqlOf(pool), messages);
    const relay = transport.relay({ pool });
    relay.start();
    await waitUntil(async () => (await pool.query('SELECT 1 FROM outbox')).rows.length === 0, { what: 'the outbox' });
    await relay.stop();
    const { rows } = await pool.query(`SELECT group_name, reason FROM dead_letter WHERE topic = $1`, [name]);
    expect(rows).toEqual([{ group_name: 'outbox', reason: 'too-large' }]);
  });

  it('given more than fits one request, when large messages are sent together, then each batch keeps to the limit', async () => {
    const name = freshName();
    const schema = z.object({ id: z.string(), text: z.string() });
    const contract = topic({ name, schema, key: ({ id }) => id, example: { id: 'a', text: '' }, partitions: 1 });
    const transport = transportOn(kafka.brokers);
    await transport.ensureTopics([contract]);
    const messages = Array.from({ length: 40 }, (_, n) =>
      message(contract, { id: `k${n}`, text: 'x'.repeat(200_000) }),
    );
    expect((await transport.publish(messages)).filter((error) => error)).toEqual([]);
    const read: string[] = [];
    const handle = async (batch: { body: { id: string } }[]): Promise<void> =>
      void read.push(...batch.map(({ body }) => body.id));
    await transport.replay(contract, { to: await transport.ends(name), handle });
    expect(read).toEqual(messages.map(({ key }) => key));
  });
});
