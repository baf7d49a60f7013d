import { createLogger } from '@kalends/service-runtime';
import { waitUntil } from '@kalends/testing';
import { ProviderError, type RemoteCalendar } from '@kalends/provider-port/sync';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Purpose } from '../../budget/purpose.js';
import { startEngine, type Engine } from '../../engine.fixture.js';
import type { ProfileRow } from '../../published-state/rows.js';
import { SyncProfiles } from './sync-profile.worker.js';

/** A first sync that waits for its budget. */
class WaitingProvider extends MemoryProvider {
  constructor(private readonly released: Promise<void>) {
    super();
  }

  override async calendars(): Promise<RemoteCalendar[]> {
    await this.released;
    return super.calendars();
  }
}

describe('who is synced while a budget is short', () => {
  let engine: Engine;
  let syncs: SyncProfiles;
  let started: string[];
  let short: Partial<Record<Purpose, string[]>>;
  let putOff: boolean;
  let release: () => void;

  beforeEach(async () => {
    engine = await startEngine({ providerOf: () => new MemoryProvider() });
    await engine.pool.query('DELETE FROM profile');
    [started, short, putOff] = [[], {}, false];
    const released = new Promise<void>((resolve) => (release = resolve));
    syncs = new SyncProfiles({
      pool: engine.pool,
      providerOf: ({ profile_id }, purpose) => {
        started.push(`${purpose} ${profile_id}`);
        if (putOff) throw new ProviderError('unavailable', 'Not now.', { retryAfterMs: 3_600_000, isPutOff: true });
        return purpose === 'first-sync' ? new WaitingProvider(released) : new MemoryProvider();
      },
      clock: engine.clock.now,
      log: createLogger({ service: 'calendar-sync', level: 'silent' }),
      bounds: { shortestMs: 60_000, longestMs: 600_000, confirmMs: 21_600_000, confirmUsedMs: 3_600_000 },
      listingIntervalMs: 86_400_000,
      onDone: () => undefined,
      usualMs: 60_000,
      shortFor: (purpose) => short[purpose] ?? [],
    });
  });
  afterEach(async () => {
    release();
    await syncs.stop();
    await engine.stop();
  });

  const add = (id: string, { isFirst = false, notifiedAt = null as number | null, provider = 'google' } = {}) =>
    engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, username, sealed_password,
                            own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision, notified_at)
       VALUES ($1, 'acc_' || $1, $2, 'ada', 'ada', 'sealed', '{}', 'Etc/UTC', true, $3, $4, 0, $5)`,
      [id, provider, isFirst ? 'pending' : 'done', started.length, notifiedAt],
    );
  const profile = async (id: string) =>
    (await engine.pool.query<ProfileRow>('SELECT * FROM profile WHERE profile_id = $1', [id])).rows[0]!;

  it('given a hundred first syncs that wait, when another calendar is pushed, then it is read at once', async () => {
    for (let n = 0; n < 100; n += 1) await add(`new-${n}`, { isFirst: true });
    await syncs.round();
    await add('pushed', { notifiedAt: 1 });
    await syncs.round();
    expect(started).toContain('push pushed');
    await waitUntil(async () => (await profile('pushed')).last_sync !== null);
    expect((await profile('new-0')).last_sync).toBeNull();
  });

  it('given polls that are due, when a calendar is pushed after them, then it is read before them', async () => {
    for (let n = 0; n < 10; n += 1) await add(`polled-${n}`);
    await add('pushed', { notifiedAt: 1 });
    await syncs.round();
    expect(started).toContain('push pushed');
    expect(started).toHaveLength(4);
    await syncs.drained();
  });

  it('given a provider without a request left for polls, then its polls take no place, and pushes and other providers are read', async () => {
    short = { poll: ['google'], 'first-sync': ['google'] };
    await add('polled');
    await add('new', { isFirst: true });
    await add('pushed', { notifiedAt: 1 });
    await add('elsewhere', { provider: 'exchange' });
    await syncs.round();
    await syncs.drained();
    expect(started.sort()).toEqual(['poll elsewhere', 'push pushed']);
    short = {};
    release();
    await syncs.round();
    await syncs.drained();
    expect(started.sort()).toEqual(['first-sync new', 'poll elsewhere', 'poll polled', 'push pushed']);
  });

  it('given a sync that is put off, then it is due later, has not failed, and a notification makes it due at once', async () => {
    putOff = true;
    await add('polled');
    await syncs.round();
    await syncs.drained();
    const { next_sync_at, failures, lease_id, reads_wait_until } = await profile('polled');
    expect([next_sync_at, failures, lease_id]).toEqual([engine.clock.now() + 3_600_000, 0, null]);
    expect(reads_wait_until).toBeLessThanOrEqual(engine.clock.now());
    expect(await syncs.round()).toBe(0);
  });
});
