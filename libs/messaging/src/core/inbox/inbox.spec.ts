import { startTestDatabase, type TestDatabase } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceSchema } from '../../conformance/service-schema.js';
import { sqlOf, sqlOfPrisma, type Sql } from '../sql/sql.js';
import { once, purgeInbox, receivedBefore } from './inbox.js';

describe('the inbox', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let sql: Sql;
  beforeAll(async () => {
    database = await startTestDatabase();
    pool = await serviceSchema(database.url);
    sql = sqlOf(pool);
  });
  afterAll(async () => {
    await pool?.end();
    await database?.stop();
  });

  async function inTransaction<T>(work: (sql: Sql) => Promise<T>, end: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(sqlOf(client));
      await client.query(end);
      return result;
    } finally {
      client.release();
    }
  }

  it('given a message id, when it is received twice, then only the second counts as received before, and per group', async () => {
    expect(await receivedBefore(sql, 'g1', 'm1')).toBe(false);
    expect(await receivedBefore(sql, 'g1', 'm1')).toBe(true);
    expect(await receivedBefore(sql, 'g2', 'm1')).toBe(false);
  });

  it('given an effect that rolled back, when the message is redelivered, then it takes effect', async () => {
    let effects = 0;
    const effect = async (): Promise<{ effects: number }> => ({ effects: ++effects });
    await inTransaction((tx) => once(tx, { group: 'g1', messageId: 'm2' }, effect), 'ROLLBACK');
    expect(await inTransaction((tx) => once(tx, { group: 'g1', messageId: 'm2' }, effect))).toEqual({ effects: 2 });
    expect(await inTransaction((tx) => once(tx, { group: 'g1', messageId: 'm2' }, effect))).toEqual({ effects: 2 });
    expect(effects).toBe(2);
  });

  it('given a redelivery while the first delivery is in progress, when the first commits, then the second has its reply', async () => {
    let effects = 0;
    let secondBegan: Promise<unknown> = Promise.resolve();
    const effect = async (): Promise<string> => `reply ${++effects}`;
    const first = await inTransaction(async (tx) => {
      const reply = await once(tx, { group: 'g1', messageId: 'm3' }, effect);
      secondBegan = inTransaction((other) => once(other, { group: 'g1', messageId: 'm3' }, effect));
      return reply;
    });
    expect([first, await secondBegan]).toEqual(['reply 1', 'reply 1']);
  });

  it('given rows of different ages, when the inbox is purged, then those older than retention and a day are deleted', async () => {
    const now = 1_795_000_000_000;
    const day = 86_400_000;
    await sql.query('DELETE FROM inbox');
    await sql.query(
      `INSERT INTO inbox (group_name, message_id, received_at)
       SELECT 'g', age::text, to_timestamp($1::float8 / 1000) - age * interval '1 day' FROM unnest($2::float8[]) AS age`,
      [now, [0, 7.9, 8.1, 30]],
    );
    expect(await purgeInbox(sql, now)).toBe(2);
    expect(await purgeInbox(sql, now)).toBe(0);
    expect(await purgeInbox(sql, now, 6 * day)).toBe(1);
    const remaining = await sql.query<{ message_id: string }>('SELECT message_id FROM inbox');
    expect(remaining).toEqual([{ message_id: '0' }]);
  });

  it('given a Prisma-like session, when it is used as Sql, then parameters are passed one by one', async () => {
    const calls: unknown[] = [];
    const tx = {
      async $queryRawUnsafe<T>(text: string, ...params: unknown[]): Promise<T> {
        calls.push([text, ...params]);
        return [] as T;
      },
    };
    await sqlOfPrisma(tx).query('SELECT $1, $2', ['a', 2]);
    expect(calls).toEqual([['SELECT $1, $2', 'a', 2]]);
  });
});
