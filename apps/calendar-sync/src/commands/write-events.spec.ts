import type { CalendarCommand, EventChange, EventRecord, WriteEventCommand } from '@kalends/contracts';
import { GroupCommit, inTransaction } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventUid, meeting, startEngine, type Engine } from '../engine.fixture.js';
import { lockAccount, lockAccounts } from '../published-state/rows.js';
import { commandStore } from './command-store.js';

const noProvider = (): never => {
  throw new Error('the built-in provider needs no other provider');
};
const accounts = Array.from({ length: 16 }, (_, n) => `many_${String(n).padStart(2, '0')}`);
const calendarOf = (accountId: string) => `cal_${accountId}`;

const write = (accountId: string, command: number, change: EventChange | null = meeting): WriteEventCommand => ({
  kind: 'write-event',
  account_id: accountId,
  calendar_id: calendarOf(accountId),
  event_uid: eventUid('board'),
  event_id: 'board',
  command,
  operation: change ? 'upsert' : 'delete',
  ...(change ? { change } : {}),
  accepted_at: 1_795_000_000_000,
});

describe('writes of many accounts that are ready at the same moment', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await startEngine({ providerOf: noProvider });
    const profile = (accountId: string): CalendarCommand => ({
      kind: 'create-profile',
      account_id: accountId,
      profile_id: `pro_${accountId}`,
      profile_name: 'Ada',
      own_addresses: ['ada@example.com'],
      calendar: { calendar_id: calendarOf(accountId), name: 'Home', tzid: 'Europe/London' },
    });
    for (const accountId of accounts) await engine.handle(profile(accountId));
    await engine.pool.query('DELETE FROM outbox');
  });
  afterEach(() => engine.stop());

  const published = async (accountId?: string) =>
    (await engine.published()).filter(
      (one): one is EventRecord => one.kind === 'event' && (accountId ?? one.account_id) === one.account_id,
    );
  const transactions = async () =>
    (await engine.pool.query<{ n: number }>('SELECT count(DISTINCT xmin::text)::int AS n FROM event')).rows[0]!.n;

  /** Statements sent on the pool's connections while it runs, without BEGIN and COMMIT. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const sent: string[] = [];
    const { pool } = engine;
    const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
    pool.connect = (async () => {
      const client = await connect();
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        const [first] = given as [string | { text: string }];
        sent.push(typeof first === 'string' ? first : first.text);
        return query(...given);
      }) as typeof client.query;
      const release = client.release.bind(client);
      client.release = (error) => {
        client.query = query as typeof client.query;
        client.release = release;
        release(error);
      };
      return client;
    }) as typeof pool.connect;
    await work();
    pool.connect = connect as typeof pool.connect;
    return sent.filter((text) => !/^(BEGIN|COMMIT)$/.test(text));
  }

  /** Makes every statement fail that stores this account's events. */
  const breakAccount = (accountId: string) =>
    engine.pool.query(`ALTER TABLE event ADD CONSTRAINT broken CHECK (account_id <> '${accountId}')`);

  it.each([1, 16])('given %i accounts, when handled, then one transaction with three statements', async (count) => {
    const some = accounts.slice(0, count);
    const sent = await statementsOf(() => Promise.all(some.map((one) => engine.handle(write(one, 1)))));
    expect(sent).toHaveLength(3);
    expect(await transactions()).toBe(1);
    expect((await published()).map(({ account_id, command }) => [account_id, command])).toEqual(
      some.map((one) => [one, 1]),
    );
  });

  it('given one that fails, when handled, then all others are applied, and only that one is rejected', async () => {
    const [bad = '', ...good] = accounts;
    await breakAccount(bad);
    expect(await engine.handleBatch(accounts.map((one) => write(one, 1)))).toEqual([bad]);
    await expect(engine.handleAlone(write(bad, 1))).rejects.toThrow('broken');
    expect((await published()).map(({ account_id }) => account_id).sort()).toEqual(good);
  });

  it('given one that failed before, when it is redelivered beside others, then it does not abort their transaction', async () => {
    const [bad = '', ...good] = accounts;
    await breakAccount(bad);
    const again = engine.handleAlone(write(bad, 1));
    await Promise.all([expect(again).rejects.toThrow('broken'), ...good.map((one) => engine.handle(write(one, 1)))]);
    expect(await transactions()).toBe(1);
  });

  it('given an account locked elsewhere, when handled, then the others are applied meanwhile, and its order is kept', async () => {
    const [slow = '', ...others] = accounts;
    const slowly: Promise<unknown>[] = [];
    await inTransaction(
      engine.pool,
      async () => {
        slowly.push(engine.handle(write(slow, 1)).then(() => engine.handle(write(slow, 2, { summary: 'Second' }))));
        await Promise.all(others.map((one) => engine.handle(write(one, 1))));
        await Promise.all(others.map((one) => engine.handle(write(one, 2, { summary: 'Second' }))));
        expect(await published()).toHaveLength(2 * others.length);
        expect(await published(slow)).toEqual([]);
      },
      { first: (client) => lockAccount(client, slow) },
    );
    await Promise.all(slowly);
    expect((await published(slow)).map(({ command }) => command)).toEqual([1, 2]);
  });

  it('given more locked accounts than connections, when one is unlocked, then it does not wait for the others', async () => {
    const [freed = '', ...locked] = accounts.slice(0, 10).reverse();
    const [holder, other] = [await engine.pool.connect(), await engine.pool.connect()];
    await holder.query('BEGIN');
    await other.query('BEGIN');
    await holder.query(lockAccounts(locked));
    await other.query(lockAccounts([freed]));
    const handled = [...locked, freed].map((one) => engine.handle(write(one, 1)));
    await engine.handle(write(accounts[15]!, 1));
    await other.query('COMMIT');
    await handled.at(-1);
    expect((await published()).map(({ account_id }) => account_id)).toEqual([accounts[15], freed]);
    await holder.query('COMMIT');
    await Promise.all(handled);
    expect(await published()).toHaveLength(11);
    holder.release();
    other.release();
  });

  it('given accounts locked crosswise by two replicas, when both handle them, then there is no deadlock', async () => {
    const { pool, clock } = engine;
    const replicas = [0, 1].map(() => new GroupCommit(pool, commandStore(clock.now), 32));
    const handle = (replica: number, order: string[], command: number) =>
      order.map((accountId) =>
        replicas[replica]!.store({ accountId, writes: [{ command: write(accountId, command) }] }),
      );
    const rounds = Array.from({ length: 10 }, (_, n) => [
      ...handle(0, accounts, 2 * n + 1),
      ...handle(1, accounts.toReversed(), 2 * n + 2),
    ]);
    await Promise.all(rounds.flat());
    await waitUntil(async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 0);
  });

  it('given one batch with a failing, a locked and a disconnecting account, when handled, then these are left for redelivery, and the rest is applied', async () => {
    const [bad = '', slow = '', disconnecting = '', good = ''] = accounts;
    await breakAccount(bad);
    const disconnect = {
      kind: 'disconnect-profile' as const,
      account_id: disconnecting,
      profile_id: `pro_${disconnecting}`,
    };
    const batch = [
      write(bad, 1),
      write(slow, 1),
      write(disconnecting, 1),
      write(good, 1),
      disconnect,
      write(good, 2, null),
    ];
    const remaining = await inTransaction(engine.pool, () => engine.handleBatch(batch), {
      first: (client) => lockAccount(client, slow),
    });
    expect(remaining.sort()).toEqual([bad, slow, disconnecting]);
    expect((await published()).map(({ account_id, command }) => [account_id, command])).toEqual([
      [good, 1],
      [good, 2],
    ]);
    await expect(engine.handleAlone(write(bad, 1))).rejects.toThrow('broken');
  });

  it('given more writes of one account than fit a transaction, when handled, then each is published, in order', async () => {
    const [busy = ''] = accounts;
    const numbers = Array.from({ length: 70 }, (_, n) => n + 1);
    expect(await engine.handleBatch(numbers.map((n) => write(busy, n, { ...meeting, summary: `v${n}` })))).toEqual([]);
    expect((await published(busy)).map(({ command }) => command)).toEqual(numbers);
    expect(await engine.event('board')).toMatchObject({ series: { master: { summary: 'v70' } } });
  });

  describe('with two for the same event', () => {
    const moved = { local: '2026-12-02T09:00:00', tzid: 'Europe/London' };
    const second = { start: moved, end: { ...moved, local: '2026-12-02T10:00:00' } };
    const together = (...commands: WriteEventCommand[]) => engine.handleBatch(commands);
    const [ada = '', bo = ''] = accounts;

    it('given a change of its time, when handled, then the last one wins, and each is published once, in order', async () => {
      const batch = [write(ada, 1, { ...meeting, description: 'Figures' }), write(bo, 1), write(ada, 2, second)];
      expect(await together(...batch)).toEqual([]);
      expect(await transactions()).toBe(1);
      expect(await published(ada)).toMatchObject([
        { command: 1, series: { master: { description: 'Figures', start: meeting.start } } },
        { command: 2, series: { master: { description: 'Figures', start: moved } } },
      ]);
      expect(await published(bo)).toHaveLength(1);
      const { rows } = await engine.pool.query<{ command: number; published: EventRecord; revision: number }>(
        'SELECT * FROM event WHERE account_id = $1',
        [ada],
      );
      const last = (await published(ada)).at(-1)!;
      expect(rows).toMatchObject([{ command: 2, revision: last.revision, published: last }]);
    });

    it('given a deletion followed by a new event, when handled, then each is published, and the new event inherits nothing', async () => {
      await together(write(ada, 1, { ...meeting, description: 'Figures' }), write(ada, 2, null), write(ada, 3));
      const records = await published(ada);
      expect(records.map(({ command, deleted }) => [command, deleted])).toEqual([
        [1, false],
        [2, true],
        [3, false],
      ]);
      expect(records[2]!.series.master?.description).toBeUndefined();
      expect(new Set(records.map(({ revision }) => revision)).size).toBe(3);
    });

    it('given the same command twice, when handled, then it is published once', async () => {
      await together(write(ada, 1), write(ada, 1, { summary: 'Not this' }));
      expect(await published(ada)).toMatchObject([{ series: { master: { summary: 'Board meeting' } } }]);
    });
  });
});
