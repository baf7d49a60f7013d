import { accountLocks, createPool, inTransaction, unlocked, type Waiting } from '@kalends/postgres';
import { startTestDatabase, waitUntil, type TestDatabase } from '@kalends/testing';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Unhandled, type Delivered } from '../nest/decorators.js';
import { applyByAccount, applyDelivered } from './projected-state.js';

interface Note {
  account_id: string;
  text: string;
}

describe('applying a batch by account', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await startTestDatabase();
    pool = createPool({ url: database.url, schema: 'public', max: 4 });
    await pool.query('CREATE TABLE note (account_id text, text text, place serial, written_by xid8)');
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });
  beforeEach(async () => void (await pool.query('TRUNCATE note')));

  const locks = accountLocks({ seed: 1, horizon: 1 });
  const apply = async (client: PoolClient, notes: readonly Note[], waiting: Waiting) => {
    const accounts = new Set(notes.map(({ account_id }) => account_id));
    const leftBehind = unlocked(accounts, (await client.query<{ account_id: string }>(locks(accounts, waiting))).rows);
    for (const { account_id, text } of notes.filter((note) => !leftBehind.has(note.account_id))) {
      if (text === 'poison') throw new Error(`poison of ${account_id}`);
      await client.query('INSERT INTO note VALUES ($1, $2, DEFAULT, pg_current_xact_id())', [account_id, text]);
    }
    return leftBehind;
  };
  const batch = (...notes: string[]) =>
    notes.map((one) => {
      const [account_id = '', text = ''] = one.split(' ');
      return { body: { account_id, text } };
    });
  const written = async () =>
    (await pool.query<{ note: string }>("SELECT account_id || ' ' || text AS note FROM note ORDER BY place")).rows.map(
      ({ note }) => note,
    );
  const transactions = async () =>
    (await pool.query<{ n: number }>('SELECT count(DISTINCT written_by)::int AS n FROM note')).rows[0]!.n;

  it('given records of several accounts, when applied, then in one transaction, in the order of each account', async () => {
    await applyByAccount(pool, batch('bo 1', 'ada 1', 'bo 2', 'cy 1', 'ada 2'), { apply });
    expect(await written()).toEqual(['bo 1', 'bo 2', 'ada 1', 'ada 2', 'cy 1']);
    expect(await transactions()).toBe(1);
  });

  it('given an account that fails, when applied, then all others are applied, none of its own, and the failure is thrown', async () => {
    const failing = applyByAccount(pool, batch('ada 1', 'bo 1', 'bo poison', 'cy 1'), { apply });
    await expect(failing).rejects.toThrow('poison of bo');
    expect(await written()).toEqual(['ada 1', 'cy 1']);
  });

  it('given more records than fit one transaction, when applied, then in several, each account in its order', async () => {
    const heavy = Array.from({ length: 6 }, (_, n) => `ada ${n}`);
    await applyByAccount(pool, batch(...heavy, 'bo 1', 'cy 1'), { apply, weigh: () => 9_000 });
    expect(await written()).toEqual([...heavy, 'bo 1', 'cy 1']);
    expect(await transactions()).toBe(4);
    await pool.query('TRUNCATE note');
    await applyByAccount(pool, batch(...Array.from({ length: 130 }, (_, n) => `account${n} 1`)), { apply });
    expect(await transactions()).toBe(3);
  });

  const delivered = (alone: boolean, ...notes: string[]) =>
    batch(...notes).map((one) => ({ ...one, context: { alone } })) as unknown as Delivered<Note>[];

  it('given a locked account and one that fails, when delivered, then they are left behind and the others are applied', async () => {
    await inTransaction(pool, async (holder) => {
      await holder.query(locks(['ada']));
      const leftBehind = await applyDelivered(
        pool,
        delivered(false, 'ada 1', 'bo 1', 'bo poison', 'cy 1', 'ada 2', 'cy 2'),
        {
          apply,
        },
      );
      expect(leftBehind).toEqual(new Unhandled(new Set(['ada', 'bo'])));
      expect(await written()).toEqual(['cy 1', 'cy 2']);
    });
  });

  it('given an account that was left behind, when it is delivered alone, then it waits for its lock, and its failure is thrown', async () => {
    const alone: Promise<unknown>[] = [];
    await inTransaction(pool, async (holder) => {
      await holder.query(locks(['ada']));
      alone.push(applyDelivered(pool, delivered(true, 'ada 1'), { apply }));
      await waitUntil(async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 1);
      expect(await written()).toEqual([]);
    });
    await Promise.all(alone);
    expect(await written()).toEqual(['ada 1']);
    await expect(applyDelivered(pool, delivered(true, 'bo poison'), { apply })).rejects.toThrow('poison of bo');
  });
});
