import { createLogger } from '@kalends/service-runtime';
import { roundsOf } from '@kalends/testing';
import { expect, it } from 'vitest';
import { startEngine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { SyncProfiles } from './sync-profile.worker.js';

const profiles = roundsOf('SHARED_PROFILES', { usual: 100, nightly: 10_000 });

it(`given ${profiles} profiles that are due, when two replicas sync them, then each profile is synced once, and each replica has half of them, to within 10 %`, async () => {
  const engine = await startEngine({ providerOf: () => new MemoryProvider() });
  await engine.pool.query('DELETE FROM profile');
  await engine.pool.query(
    `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password,
                          own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision)
     SELECT 'pro_' || n, 'acc_' || n, 'caldav', 'ada', 'http://127.0.0.1/', 'ada', 'sealed', '{}', 'Etc/UTC', true, 'done', 0, 0
     FROM generate_series(1, $1::int) AS n`,
    [profiles],
  );
  /** Syncs, like the service's loop, whenever a profile is done, until none is due. */
  const replica = async () => {
    const synced: string[] = [];
    let onDone = (): void => undefined;
    const syncs: SyncProfiles = new SyncProfiles({
      pool: engine.pool,
      providerOf: ({ profile_id }) => (synced.push(profile_id), new MemoryProvider()),
      clock: engine.clock.now,
      log: createLogger({ service: 'calendar-sync', level: 'silent' }),
      bounds: { shortestMs: 60_000, longestMs: 600_000, confirmMs: 21_600_000, confirmUsedMs: 3_600_000 },
      listingIntervalMs: 86_400_000,
      onDone: () => onDone(),
    });
    const isDue = `SELECT EXISTS (SELECT FROM profile WHERE next_sync_at = 0) AS due`;
    while ((await engine.pool.query<{ due: boolean }>(isDue)).rows[0]!.due) {
      const done = new Promise<void>((resolve) => (onDone = resolve));
      if ((await syncs.round()) === 0) await Promise.race([done, syncs.drained()]);
    }
    await syncs.drained();
    return synced;
  };
  const [first, second] = await Promise.all([replica(), replica()]);
  expect(new Set([...first, ...second]).size).toBe(profiles);
  expect(first.length + second.length).toBe(profiles);
  expect(Math.abs(first.length - second.length)).toBeLessThanOrEqual(profiles * 0.1);
  await engine.stop();
}, 600_000);
