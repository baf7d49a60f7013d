import { createLogger } from '@kalends/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { NotificationsHandler } from './handle-notifications.handler.js';

const later = 9_999_999_999_999;

describe('notifications of a provider', () => {
  let engine: Engine;
  let wakes: number;
  let lines: string[];
  let handler: NotificationsHandler;
  beforeAll(async () => {
    const provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
    await engine.pool.query(
      `INSERT INTO push_channel (channel_id, profile_id, calendar_id, resource_id, expires_at, renew_at)
       SELECT 'gch_1', $1, calendar_id, 'res_1', $2::bigint, $2::bigint FROM calendar`,
      [profileId, later],
    );
    const log = createLogger({ service: 'calendar-sync', level: 'info', write: (line) => void lines.push(line) });
    handler = new NotificationsHandler(engine.pool, engine.clock.now, () => void (wakes += 1), log);
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    wakes = 0;
    lines = [];
    const sql = `UPDATE profile SET notified = 0, notified_at = NULL, failures = 0, connected = true, deleted = false, next_sync_at = $1`;
    await engine.pool.query(sql, [later]);
  });

  const set = (change: string) => engine.pool.query(`UPDATE profile SET ${change}`);
  const notify = (channel_id: string, resource_state = 'exists') =>
    handler.handle({ provider_name: 'google', channel_id, resource_state, received_at: engine.clock.now() });
  const profile = async () => {
    const sql = 'SELECT notified::int, next_sync_at FROM profile';
    return (await engine.pool.query<{ notified: number; next_sync_at: number }>(sql)).rows[0];
  };

  it('given a notification, then the profile is due now, and the worker is woken', async () => {
    await notify('gch_1');
    expect([await profile(), wakes]).toEqual([{ notified: 1, next_sync_at: engine.clock.now() }, 1]);
  });

  it('FC-3: given the `sync` that opens a channel, then there is nothing to read', async () => {
    await notify('gch_1', 'sync');
    expect([await profile(), wakes, lines]).toEqual([{ notified: 0, next_sync_at: later }, 0, []]);
  });

  it('given an unknown channel, then no profile is due, and that is logged', async () => {
    await notify('gch_unknown');
    expect([await profile(), wakes]).toEqual([{ notified: 0, next_sync_at: later }, 0]);
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['notification.rejected']);
  });

  it('given a profile whose provider requested a wait, then the notification is counted, and the wait is kept', async () => {
    const until = engine.clock.now() + 5_000;
    await set(`failures = 3, reads_wait_until = ${until}`);
    await notify('gch_1');
    expect(await profile()).toEqual({ notified: 1, next_sync_at: until });
    await set('reads_wait_until = 0');
  });

  it('given a profile that is due already, then it does not become due later', async () => {
    await set('next_sync_at = 5');
    await notify('gch_1');
    await notify('gch_1');
    expect(await profile()).toEqual({ notified: 2, next_sync_at: 5 });
  });

  it.each(['connected = false', 'deleted = true'])('given a profile with %s, then it is not read', async (state) => {
    await set(state);
    await notify('gch_1');
    expect([await profile(), wakes]).toEqual([{ notified: 0, next_sync_at: later }, 0]);
  });

  it('given a notification, when the sync after it publishes the profile, then its record has the time of the first', async () => {
    const published = async () => {
      const { rows } = await engine.pool.query<{ headers: string }>(
        `SELECT headers FROM outbox WHERE body LIKE '%"kind":"profile"%' ORDER BY id DESC LIMIT 1`,
      );
      return (JSON.parse(rows[0]!.headers) as Record<string, string>)['notified-at'];
    };
    const first = engine.clock.now();
    await notify('gch_1');
    engine.clock.advance(1_000);
    await notify('gch_1');
    await engine.syncNow();
    expect(await published()).toBe(String(first));
    await engine.syncNow();
    expect(await published(), 'answered').toBeUndefined();
  });
});
