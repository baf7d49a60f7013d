import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import {
  freshGroup,
  note,
  requestTopic,
  serve,
  type NoteReply,
  type NoteRequest,
  type World,
} from '../conformance/world.js';
import { BrokerUnavailable } from '../core/errors/errors.js';
import { OnRequest } from '../core/nest/decorators.js';
import type { Transport } from '../transport.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { openEmbeddedTransport } from './transport.js';

describe('requests among the services of one process', () => {
  let database: BusDatabase;
  let transport: Transport;
  beforeAll(async () => {
    database = await startBusDatabase();
    transport = await openEmbeddedTransport({ connectionString: database.url });
  });
  afterAll(async () => {
    await transport?.close();
    await database?.stop();
  });

  const world = () => ({ pool: database.pool }) as World;

  async function serveRequests() {
    const contract = requestTopic();
    const order: number[] = [];
    @Controller()
    class Answerer {
      @OnRequest(contract)
      async answer(@Payload() body: NoteRequest): Promise<NoteReply> {
        await new Promise((resolve) => setTimeout(resolve, body.n === 0 ? 20 : 0));
        order.push(body.n);
        return { n: body.n, by: body.key };
      }
    }
    await transport.ensureTopics([contract]);
    const server = await serve(world(), transport, freshGroup(), Answerer);
    const client = transport.client('gateway');
    await client.connect();
    return { contract, order, server, client, Answerer };
  }

  it('given a group, when requests are sent, then nothing is stored, and each lane is in order', async () => {
    const { contract, order, client } = await serveRequests();
    const replies = await Promise.all([0, 1, 2, 3, 4].map((n) => client.request(contract, note('same', n))));
    expect(replies.map((reply) => (reply as NoteReply).n)).toEqual([0, 1, 2, 3, 4]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    const { rows } = await database.pool.query('SELECT FROM bus.log WHERE topic = $1', [contract.name]);
    expect(rows).toEqual([]);
  });

  it('given a group that has paused the topic, when it resumes after a request, then the reply arrives', async () => {
    const { contract, order, server, client } = await serveRequests();
    await server.pause(contract);
    const reply = client.request(contract, note('later', 7));
    await setImmediate();
    expect(order).toEqual([]);
    server.resume(contract);
    expect(await reply).toEqual({ n: 7, by: 'later' });
  });

  it('given no group that consumes the topic, when a request is sent, then it is unavailable within 2 s, and never handled later', async () => {
    const { contract, order, server, client } = await serveRequests();
    await server.pause(contract);
    const begun = performance.now();
    expect(await client.request(contract, note('nobody', 1))).toBeInstanceOf(BrokerUnavailable);
    expect(performance.now() - begun).toBeLessThan(boundMs(5_000));
    server.resume(contract);
    expect(await client.request(contract, note('again', 2))).toEqual({ n: 2, by: 'again' });
    expect(order).toEqual([2]);
  });

  it('given two groups of one topic, when a request is sent, then both receive it', async () => {
    const { contract, order, client, Answerer } = await serveRequests();
    await serve(world(), transport, freshGroup(), Answerer);
    expect(await client.request(contract, note('both', 3))).toEqual({ n: 3, by: 'both' });
    await transport.drained();
    expect(order).toEqual([3, 3]);
  });
});
