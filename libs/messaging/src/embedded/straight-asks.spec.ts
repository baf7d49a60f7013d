import 'reflect-metadata';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshGroup, note, questions, serve, type Answer, type Question, type World } from '../conformance/world.js';
import { Ask } from '../nest/decorators.js';
import type { Transport } from '../transport.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { createEmbeddedTransport } from './transport.js';

describe('asks within one process', () => {
  let database: BusDatabase;
  let transport: Transport;
  beforeAll(async () => {
    database = await startBusDatabase();
    transport = createEmbeddedTransport({ connectionString: database.url, pollMs: 50 });
  });
  afterAll(async () => {
    await transport?.close();
    await database?.stop();
  });

  const world = () => ({ pool: database.pool }) as World;

  async function answering() {
    const contract = questions();
    const order: number[] = [];
    @Controller()
    class Answerer {
      @Ask(contract)
      async answer(@Payload() body: Question): Promise<Answer> {
        await new Promise((resolve) => setTimeout(resolve, body.n === 0 ? 20 : 0));
        order.push(body.n);
        return { n: body.n, by: body.key };
      }
    }
    await transport.ensureTopics([contract]);
    const server = await serve(world(), transport, freshGroup(), Answerer);
    const client = transport.client('gateway');
    await client.connect();
    const asked = async () => (await transport.ends(contract.name))['0']! - 1;
    return { contract, order, server, client, asked, Answerer };
  }

  it('given a group of this process, when asked, then nothing lies in the log, and each lane is in order', async () => {
    const { contract, order, client, asked } = await answering();
    const replies = await Promise.all([0, 1, 2, 3, 4].map((n) => client.ask(contract, note('same', n))));
    expect(replies.map((reply) => (reply as Answer).n)).toEqual([0, 1, 2, 3, 4]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(await asked()).toBe(0);
  });

  it('given a group that has stopped taking the topic, when asked and it goes on, then the answer comes by way of the log', async () => {
    const { contract, server, client, asked } = await answering();
    await server.pause(contract);
    const reply = client.ask(contract, note('later', 7));
    await expect.poll(asked).toBe(1);
    server.resume(contract);
    expect(await reply).toEqual({ n: 7, by: 'later' });
    expect(await client.ask(contract, note('straight', 8))).toEqual({ n: 8, by: 'straight' });
    expect(await asked()).toBe(1);
  });

  it('given two groups of one topic, when asked, then both get it, from the log', async () => {
    const { contract, order, client, asked, Answerer } = await answering();
    await serve(world(), transport, freshGroup(), Answerer);
    expect(await client.ask(contract, note('both', 3))).toEqual({ n: 3, by: 'both' });
    await transport.drained();
    expect(order).toEqual([3, 3]);
    expect(await asked()).toBe(1);
  });
});
