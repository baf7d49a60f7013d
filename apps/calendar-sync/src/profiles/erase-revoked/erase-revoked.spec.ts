import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, meeting, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { EndAccessHandler } from '../end-access/end-access.handler.js';
import { EraseRevoked } from './erase-revoked.worker.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const day = 86_400_000;

describe('the erasure of what was read before access ended', () => {
  let engine: Engine;
  beforeEach(async () => {
    const provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider, sealer });
    const times = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z'];
    provider.put('/home/dentist.ics', objectOf('dentist', ...times, 'SUMMARY:Dentist'));
    await engine.sync();
  });
  afterEach(() => engine.stop());

  const eraser = (retentionDays: number) =>
    new EraseRevoked({ pool: engine.pool, clock: engine.clock.now, log, retentionDays, onDone: () => undefined });
  const end = (account_id = accountId) =>
    new EndAccessHandler(engine.pool, engine.clock.now, () => undefined, log, sealer).end({
      client_id: 'app',
      account_id,
      at: engine.clock.now(),
      access: 1,
    });
  const disconnect = () => engine.handle({ kind: 'disconnect-profile', account_id: accountId, profile_id: profileId });
  const tables = ['profile', 'calendar', 'event', 'other_object', 'pending_write', 'refused_write', 'push_channel'];
  const rows = async () => {
    const counts = tables.map(async (name) => (await engine.pool.query(`SELECT FROM ${name}`)).rowCount ?? 0);
    return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  };
  const outbox = async () =>
    (await engine.pool.query<{ key: string; body: string | null }>('SELECT key, body FROM outbox ORDER BY id')).rows;

  it.each([
    ['all applications lost access', end],
    ['its owner disconnected it', disconnect],
  ])('given that %s, then it is kept for 30 days, and nothing of it afterwards', async (_why, act) => {
    await act();
    await engine.write('evt', meeting);
    engine.clock.advance(30 * day - 60_000);
    expect(await eraser(30).round()).toBe(0);
    engine.clock.advance(120_000);
    expect(await eraser(30).round()).toBe(1);
    expect(await rows()).toBe(0);
    expect(await eraser(30).round()).toBe(0);
  });

  it('given 0 days, then it is erased at once: one last record, then a tombstone for each of its records', async () => {
    const keys = [...new Set((await outbox()).map(({ key }) => key))].sort();
    const calendarId = keys.find((key) => /^cal_[^/]+$/.test(key))!;
    await end();
    const before = (await outbox()).length;
    expect(await eraser(0).round()).toBe(1);
    const [last, ...tombstones] = (await outbox()).slice(before);
    expect(JSON.parse(last!.body!)).toMatchObject({
      kind: 'profile',
      profile_id: profileId,
      deleted: true,
      profile_name: '',
      calendar_ids: [calendarId],
    });
    expect(last!.body).not.toContain('ada');
    expect(tombstones.map(({ key }) => key).sort()).toEqual(keys);
    expect(tombstones.every(({ body }) => body === null || body === '')).toBe(true);
    expect(await rows()).toBe(0);
  });

  it('given that it was connected again meanwhile, or that another account lost access, then it stays', async () => {
    await end('acc_other');
    engine.clock.advance(31 * day);
    expect(await eraser(0).round()).toBe(0);
    await end();
    // the worker has seen it as due when it is connected again
    const { pool } = engine;
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 11))', [accountId]);
    const erasing = eraser(0).round();
    const waiting =
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    await waitUntil(async () => (await pool.query(waiting)).rowCount === 1, { what: 'the worker to wait' });
    await client.query('UPDATE profile SET revoked_at = NULL, connected = true');
    await client.query('COMMIT');
    client.release();
    await erasing;
    expect(await rows()).toBeGreaterThan(2);
  });
});
