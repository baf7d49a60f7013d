import 'reflect-metadata';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { inTransaction } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshGroup, note, notes, serve, type Note, type World } from '../conformance/world.js';
import { message } from '../core/envelope/envelope.js';
import { OnMessageBatch, type Delivered } from '../core/nest/decorators.js';
import { addToOutbox } from '../core/outbox/outbox.js';
import { compare } from '../core/outbox/place.js';
import { sqlOf } from '../core/sql/sql.js';
import type { Transport } from '../transport.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { LogTables } from './log-tables.js';
import { openEmbeddedTransport } from './transport.js';

const lanes = ['ada', 'bo', 'cy', 'di'];

/** mulberry32, from a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the log of outboxes', () => {
  let database: BusDatabase;
  const open: Transport[] = [];
  const transport = async (): Promise<Transport> => {
    const one = await openEmbeddedTransport({ connectionString: database.url });
    open.push(one);
    return one;
  };
  const close = (one: Transport) => open.splice(open.indexOf(one), 1)[0]!.close();
  const world = (): World => ({ pool: database.pool }) as World;
  beforeAll(async () => void (database = await startBusDatabase()));
  afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));
  afterAll(() => database.stop());

  /** A group that consumes a topic; the messages it received are in `received`. */
  async function consume(on: Transport, contract: ReturnType<typeof notes>, received: Note[], group = freshGroup()) {
    @Controller()
    class Consumer {
      @OnMessageBatch(contract)
      handle(@Payload() batch: Delivered<Note>[]) {
        received.push(...batch.map(({ body }) => body));
      }
    }
    await on.ensureTopics([contract]);
    const relay = on.relay({ pool: database.pool });
    relay.start();
    await serve(world(), on, group, Consumer);
    return relay;
  }

  it(
    'given writers that alternate between lanes, stay open long and roll back, when read across a restart, then each lane is in the order of its commits',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const [contract, group, random] = [notes(), freshGroup(), randomOf(20261124)];
      const committed = new Map<string, number[]>(lanes.map((lane) => [lane, []]));
      const received: Note[] = [];
      let on = await transport();
      let relay = await consume(on, contract, received, group);
      let n = 0;
      const write = async () => {
        const lane = lanes[Math.floor(random() * lanes.length)]!;
        const [rollsBack, lasts, count] = [random() < 0.2, random() * 15, 1 + Math.floor(random() * 3)];
        await inTransaction(database.pool, async (client) => {
          await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lane]);
          const added = Array.from({ length: count }, () => note(`key ${n % 7}`, ++n, lane));
          await addToOutbox(
            sqlOf(client),
            added.map((one) => message(contract, one)),
          );
          await client.query('SELECT pg_sleep($1)', [lasts / 1_000]);
          if (rollsBack) throw new Error('rolled back');
          committed.get(lane)!.push(...added.map((one) => one.n));
        }).catch((error: Error) => expect(error.message).toBe('rolled back'));
        relay.wake();
      };
      const writing = async (times: number) => {
        for (let round = 0; round < times; round++) await write();
      };
      await Promise.all([writing(40), writing(40), writing(40)]);
      await close(on);
      await Promise.all([writing(10), writing(10)]);
      on = await transport();
      relay = await consume(on, contract, received, group);
      await Promise.all([writing(40), writing(40), writing(40)]);
      await on.drained();
      for (const lane of lanes) {
        const read = received.filter((one) => one.lane === lane).map((one) => one.n);
        expect(read).toEqual(committed.get(lane));
      }
      expect(received.length).toBeGreaterThan(300);
    },
  );

  it('given a group that stopped without storing its position, when it starts again, then it continues after its last stored one', async () => {
    const [contract, group] = [notes(), freshGroup()];
    const first = await transport();
    const received: Note[] = [];
    const relay = await consume(first, contract, received, group);
    const add = async (n: number) => {
      await addToOutbox(sqlOf(database.pool), [message(contract, note('a', n))]);
      relay.wake();
    };
    await add(1);
    await waitUntil(() => received.length === 1);
    // as if it had been killed: an old position
    await close(first);
    await database.pool.query("UPDATE bus.reader SET xid = '0', id = 0 WHERE group_name = $1", [group]);
    await addToOutbox(sqlOf(database.pool), [message(contract, note('a', 2))]);
    const second = await transport();
    await consume(second, contract, received, group);
    await second.drained();
    expect(received.map(({ n }) => n)).toEqual([1, 1, 2]);
  });

  it('given a state topic, when every group has read it, then the newest record of each key stays for a new group', async () => {
    const contract = notes({ compact: true });
    const on = await transport();
    const relay = await consume(on, contract, []);
    for (const n of [1, 2, 3, 4]) {
      await addToOutbox(sqlOf(database.pool), [message(contract, note(`key ${n % 2}`, n, 'one lane'))]);
    }
    relay.wake();
    await on.drained();
    await close(on);
    const tables = new LogTables(database.pool);
    await tables.trim();
    const { rows } = await database.pool.query('SELECT FROM outbox WHERE topic = $1', [contract.name]);
    expect(rows).toEqual([]);
    const received: Note[] = [];
    const next = await transport();
    await consume(next, contract, received);
    await next.drained();
    expect(received.map(({ n }) => n)).toEqual([3, 4]);
  });

  it('given a database with transaction ids of another server, when it is opened, then pending and new messages are read', async () => {
    const contract = notes({ compact: true });
    const [received, group]: [Note[], string] = [[], freshGroup()];
    const on = await transport();
    const first = await consume(on, contract, received, group);
    await addToOutbox(sqlOf(database.pool), [message(contract, note('read', 1))]);
    first.wake();
    await on.drained();
    await close(on);
    await new LogTables(database.pool).trim();
    await addToOutbox(sqlOf(database.pool), [message(contract, note('waits', 2))]);
    const future = 'xid = (xid::text::bigint + 4000000000000)::text::xid8';
    await database.pool.query(`UPDATE bus.log SET ${future}`);
    await database.pool.query(`UPDATE bus.reader SET ${future} WHERE xid > '0'`);
    const next = await transport();
    const relay = await consume(next, contract, received, group);
    await waitUntil(() => received.some(({ n }) => n === 2), { what: 'what waited' });
    await addToOutbox(sqlOf(database.pool), [message(contract, note('comes', 3))]);
    relay.wake();
    await next.drained();
    expect(received.map(({ n }) => n)).toEqual([1, 2, 3]);
    const replayed: Note[] = [];
    await consume(next, contract, replayed);
    await next.drained();
    expect(replayed.map(({ n }) => n)).toEqual([1, 2, 3]);
  });
});

describe('places', () => {
  it.each([
    ['9', '1', '10', '1', -1],
    ['10', '2', '10', '11', -1],
    ['10', '11', '10', '11', 0],
    ['18446744073709551615', '1', '9', '9', 1],
  ])('given (%s, %s) and (%s, %s), when compared, then the sign is %d', (xid, id, otherXid, otherId, sign) => {
    expect(Math.sign(compare({ xid, id }, { xid: otherXid, id: otherId }))).toBe(sign);
  });
});
