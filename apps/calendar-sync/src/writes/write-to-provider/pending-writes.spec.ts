import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { eventUid, meeting, startEngine, uidFor, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import { claimWrites } from './pending-writes.queries.js';

describe('writes that wait for a provider', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
  });
  afterEach(() => engine.stop());

  async function sendAll(): Promise<void> {
    while ((await engine.sendWrites()) > 0) continue;
  }

  it('given a provider with Retry-After of a minute, when more is written, then it is not called before then', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('unavailable', 'Busy.', { retryAfterMs: 60_000 });
    await sendAll();
    provider.failure = undefined;
    provider.requests.splice(0);
    await engine.write('two', meeting);
    engine.clock.advance(59_000);
    expect(await engine.sendWrites()).toBe(0);
    expect(provider.requests).toEqual([]);
    engine.clock.advance(2_000);
    await sendAll();
    expect(provider.hrefs()).toHaveLength(2);
  });

  it('given a provider that was down for half an hour, when it recovers, then a new write arrives within 75 s', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('unavailable', 'Down.');
    for (let index = 0; index < 24; index += 1) {
      await sendAll();
      engine.clock.advance(75_000);
    }
    await engine.write('two', meeting);
    await sendAll();
    provider.failure = undefined;
    engine.clock.advance(75_000);
    await sendAll();
    expect(provider.hrefs()).toContain(`/home/${uidFor('two')}.ics`);
  });

  it('given one write that fails repeatedly, when others arrive, then they wait about a second, and its own backoff grows', async () => {
    const upsert = provider.upsert.bind(provider);
    const tried: number[] = [];
    provider.upsert = async (calendar, target, requested) => {
      if (target.uid !== uidFor('bad')) return upsert(calendar, target, requested);
      tried.push(engine.clock.now());
      // after what was sent beside it, or before
      await delay(tried.length % 2 === 1 ? 100 : 0);
      throw new ProviderError('unavailable', 'Not this one.');
    };
    await engine.write('bad', meeting);
    for (let index = 0; index < 30; index += 1) {
      await engine.write(`good ${index}`, meeting);
      await sendAll();
      engine.clock.advance(1_300);
      await sendAll();
      expect(provider.hrefs()).toHaveLength(index + 1);
    }
    const waits = tried.slice(1).map((at, index) => at - tried[index]!);
    // 1, 2, 4 s and so on, with 25 % jitter, polled every 1.3 s
    expect(waits.length).toBeLessThanOrEqual(6);
    expect(Math.max(...waits)).toBeGreaterThan(6_000);
  });

  /** Rows in the order of `values`: profile, event, command, accepted at, next attempt at. */
  async function waiting(values: string): Promise<void> {
    await engine.pool.query(`
      INSERT INTO profile (profile_id, account_id, provider_name, profile_name, own_addresses, default_tzid, connected,
                           initial_sync, revision)
      SELECT 'many_' || n, 'acc_' || n, 'caldav', 'many', '{}', 'Etc/UTC', true, 'done', 0 FROM generate_series(1, 100) AS n`);
    await engine.pool.query(`
      INSERT INTO pending_write (calendar_id, event_uid, command, account_id, profile_id, operation, accepted_at,
                                 next_attempt_at)
      SELECT 'cal_' || n, 'evt_' || event, command, 'acc_' || n, 'many_' || n, 'delete', accepted_at, next_attempt_at
      FROM (${values}) AS wanted (n, event, command, accepted_at, next_attempt_at)`);
  }

  /** The writes claimed by one call, and the number of rows that it read. `before`: after the claim has been planned. */
  async function claimed(before?: () => Promise<void>) {
    const client = await engine.pool.connect();
    try {
      if (before) expect(await claimWrites(client, engine.clock.now(), 16)).toEqual([]);
      await (before ?? (() => engine.pool.query('ANALYZE')))();
      await client.query('BEGIN');
      const writes = await claimWrites(client, engine.clock.now(), 16);
      const { rows } = await client.query<{ seen: string }>(
        `SELECT seq_tup_read + idx_tup_fetch AS seen FROM pg_stat_xact_user_tables WHERE relname = 'pending_write'`,
      );
      await client.query('ROLLBACK');
      return { writes, seen: Number(rows[0]!.seen) };
    } finally {
      client.release();
    }
  }

  it('given 20,000 writes of 100 profiles, when the next are claimed, then only these and a few more are read', async () => {
    await waiting('SELECT n, row % 50, row, row, 0 FROM generate_series(1, 100) AS n, generate_series(1, 200) AS row');
    const { writes, seen } = await claimed();
    expect(writes).toHaveLength(16);
    expect(Math.max(...writes.map(({ command }) => command))).toBeLessThanOrEqual(4);
    expect(seen).toBeLessThan(boundMs(2_000));
  });

  it('given a claim that was planned while nothing waited, when 10,000 writes wait, then few of them are read', async () => {
    const { writes, seen } = await claimed(() =>
      waiting('SELECT n, row, row, row, 0 FROM generate_series(1, 100) AS n, generate_series(1, 100) AS row'),
    );
    expect(writes).toHaveLength(16);
    expect(seen).toBeLessThan(2_000);
  });

  it('given 10,000 writes of 1,000 events whose first ones failed once, when the next are claimed, then the oldest, and few are read', async () => {
    await waiting(`
      SELECT 1, row % 1000, row, row, CASE WHEN row <= 1000 THEN ${engine.clock.now()} ELSE 0 END
      FROM generate_series(1, 10000) AS row`);
    const { writes, seen } = await claimed();
    expect(writes.map(({ command }) => command).sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(seen).toBeLessThan(200);
  });

  it('given a provider that failed last, when it may be retried, then with one write', async () => {
    await waiting('SELECT n, row, row, row, 0 FROM generate_series(1, 2) AS n, generate_series(1, 20) AS row');
    await engine.pool.query(`UPDATE profile SET write_failures = 3 WHERE profile_id = 'many_1'`);
    const profiles = (await claimed()).writes.map(({ profile_id }) => profile_id).sort();
    expect(profiles).toEqual(['many_1', 'many_2', 'many_2', 'many_2', 'many_2']);
  });

  it('given several writes of one event of which the first is in flight, when more are claimed, then none of that event', async () => {
    for (const summary of ['v1', 'v2', 'v3']) await engine.write('one', { ...meeting, summary });
    const now = engine.clock.now();
    expect((await claimWrites(engine.pool, now, 16)).map(({ command }) => command)).toEqual([1]);
    expect(await claimWrites(engine.pool, now, 16)).toEqual([]);
    await engine.write('two', meeting);
    expect((await claimWrites(engine.pool, now, 16)).map(({ event_uid }) => event_uid)).toEqual([eventUid('two')]);
  });
});
