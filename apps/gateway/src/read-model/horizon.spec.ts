import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, inTransaction } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { applyState } from './apply-state.js';
import {
  apply,
  eventOf,
  newAccount,
  openGatewayDatabase,
  wrongCounts,
  type GatewayDatabase,
} from './gateway-database.fixture.js';
import { rollHorizon, seriesAfter } from './horizon.js';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21, 9);
const quiet = () => undefined;

describe('the horizon', () => {
  let database: GatewayDatabase;
  let pool: Pool;
  let accountId: string;

  beforeAll(async () => {
    database = await openGatewayDatabase();
    pool = database.pool;
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await pool.query('UPDATE projection SET horizon_from = 0, horizon_to = 0, horizon_target = 0');
    await pool.query('TRUNCATE occurrence, occurrence_count, event_state');
    ({ accountId } = await newAccount(pool));
  });

  /** Every day at 15:00 UTC from 20 November 2026 on. */
  function daily(uid: string) {
    const record = eventOf(accountId, `cal_${accountId}`, uid);
    record.series.recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    return record;
  }
  const first = Date.UTC(2026, 10, 20, 15);

  async function starts(uid: string): Promise<{ n: number; last: number }> {
    const { rows } = await pool.query<{ n: number; last: number }>(
      'SELECT count(*)::int AS n, max(start_ms) AS last FROM occurrence WHERE event_uid = $1 AND account_id = $2',
      [uid, accountId],
    );
    return rows[0]!;
  }
  const storedProjection = async () => (await pool.query<Record<string, number>>('SELECT * FROM projection')).rows[0]!;
  /** One a day from the first to the last one that begins before `end`. */
  const expectedUntil = (end: number) => Math.floor((end - 1 - first) / day) + 1;

  async function expectFull(uid: string) {
    const { horizon_to: end } = await storedProjection();
    expect(await starts(uid)).toEqual({ n: expectedUntil(end!), last: first + (expectedUntil(end!) - 1) * day });
    expect(await wrongCounts(pool)).toEqual([]);
  }

  it('given a first build, when the clock advances by 60 days, then series reach the new end and counts are exact', async () => {
    await rollHorizon(pool, now, quiet);
    await apply(pool, accountId, [daily('s')]);
    await expectFull('s');
    const before = await starts('s');

    expect(await rollHorizon(pool, now + 60 * day, quiet)).toBe(true);

    expect((await storedProjection()).horizon_to).toBeGreaterThanOrEqual(now + 60 * day + 400 * day);
    expect((await starts('s')).n).toBe(before.n + 60);
    await expectFull('s');
  });

  it('given a horizon with enough slack, when a day passes, then nothing is done', async () => {
    await rollHorizon(pool, now, quiet);
    expect(await rollHorizon(pool, now + day, quiet)).toBe(false);
  });

  it('given a crash after some series, when it starts again, then the result is as without a crash', async () => {
    await rollHorizon(pool, now, quiet);
    await apply(pool, accountId, [daily('s'), daily('t')]);
    const { horizon_to: trusted } = await storedProjection();
    const crash = () => {
      throw new Error('killed');
    };
    await expect(rollHorizon(pool, now + 60 * day, crash)).rejects.toThrow('killed');
    expect((await storedProjection()).horizon_to).toBe(trusted);

    await apply(pool, accountId, [{ ...daily('s'), revision: 2 }]);
    await rollHorizon(pool, now + 60 * day, quiet);
    await expectFull('s');
    await expectFull('t');
  });

  it('given a writer that began before the target moved, when both are done, then its series reaches the new end', async () => {
    await rollHorizon(pool, now, quiet);
    let go = () => undefined as void;
    const blocked = new Promise<void>((resolve) => (go = resolve));
    let written = false;
    const writer = inTransaction(pool, async (client) => {
      await applyState(client, [daily('late')]);
      written = true;
      await blocked;
    });
    await waitUntil(() => written);
    const rolling = rollHorizon(pool, now + 60 * day, quiet);
    const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    const finished = rolling.then(() => true);
    await waitUntil(async () => (await pool.query(waiting)).rowCount === 1 || Promise.race([finished, false]));
    go();
    await Promise.all([writer, rolling]);
    await expectFull('late');
  });

  it('given many series, when they are listed page by page, then each is read about once, not once per page', async () => {
    const series = 20_000;
    await pool.query(
      `INSERT INTO event_state (account_id, calendar_id, event_uid, revision, command, deleted, recurring, record)
       SELECT $1, 'cal_' || md5(n::text), 'daily', 1, 0, false, true, $2 FROM generate_series(1, $3::int) AS n`,
      [accountId, JSON.stringify(daily('daily')), series],
    );
    await pool.query('ANALYZE event_state');
    const one = createPool({ url: database.url, schema: 'gateway', max: 1 });
    const read = async () => {
      await one.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await one.query<{ n: number }>(
        `SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_user_tables WHERE relid = 'event_state'::regclass`,
      );
      return rows[0]!.n;
    };
    const before = await read();
    let [listed, last] = [0, { calendar_id: '', event_uid: '' }];
    for (let page = await seriesAfter(one, last); page.length > 0; page = await seriesAfter(one, last)) {
      listed += page.length;
      last = page.at(-1)!;
    }
    expect([listed, (await read()) - before < 2 * series]).toEqual([series, true]);
    await one.end();
  });
});
