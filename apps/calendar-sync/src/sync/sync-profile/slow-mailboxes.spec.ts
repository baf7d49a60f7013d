import { createLogger } from '@kalends/service-runtime';
import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { ProviderError } from '@kalends/provider-port/sync';
import { MemoryProvider } from '@kalends/provider-port/testing';
import type { ProfileRow } from '../../published-state/rows.js';
import { SyncProfiles } from './sync-profile.worker.js';

/** So short that a test waits little; every sync of a provider in memory is shorter on any machine, or is slow without harm. */
const usualMs = 300;
const kinds = ['google', 'exchange', 'caldav'];
const perKind = 20;
const waiting = { timeout: 50_000, interval: 5 };

/** A mailbox whose server accepts requests and never answers. */
class HangingProvider extends MemoryProvider {
  /** Syncs that wait for its answer. */
  static readonly asked = new Set<HangingProvider>();

  constructor(private readonly signal: AbortSignal) {
    super();
  }

  override calendars(): Promise<never> {
    HangingProvider.asked.add(this);
    return new Promise((_, reject) => {
      const give = () => {
        HangingProvider.asked.delete(this);
        reject(new ProviderError('unavailable', 'It did not answer in time.'));
      };
      if (this.signal.aborted) give();
      this.signal.addEventListener('abort', give);
    });
  }
}

describe('mailboxes whose servers do not answer', () => {
  let engine: Engine;
  let syncs: SyncProfiles;
  let started: string[];
  let isRunning: boolean;
  let loop: Promise<void>;

  beforeEach(async () => {
    engine = await startEngine({ providerOf: () => new MemoryProvider() });
    await engine.pool.query('DELETE FROM profile');
    started = [];
    let onDone = (): void => undefined;
    syncs = new SyncProfiles({
      pool: engine.pool,
      providerOf: ({ profile_id }, _purpose, signal) => {
        started.push(profile_id);
        engine.clock.advance(1);
        return profile_id.startsWith('hangs') ? new HangingProvider(signal!) : new MemoryProvider();
      },
      clock: engine.clock.now,
      log: createLogger({ service: 'calendar-sync', level: 'silent' }),
      bounds: { shortestMs: 60_000, longestMs: 600_000, confirmMs: 21_600_000, confirmUsedMs: 3_600_000 },
      listingIntervalMs: 86_400_000,
      usualMs,
      onDone: () => onDone(),
    });
    isRunning = true;
    const rounds = async () => {
      while (isRunning) {
        const done = new Promise<void>((resolve) => (onDone = resolve));
        if ((await syncs.round()) === 0) await done;
      }
    };
    loop = rounds();
    stop = async () => {
      isRunning = false;
      onDone();
      await loop;
      await syncs.stop();
    };
    wake = () => onDone();
  });
  let stop: () => Promise<void>;
  let wake: () => void;
  afterEach(async () => {
    await stop();
    await engine.stop();
  });

  const add = async (id: string, provider: string, url = 'https://dav.example.com/') => {
    await engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password,
                            own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision)
       VALUES ($1, 'acc_' || $1, $2::text, 'ada', CASE $2 WHEN 'caldav' THEN $3 END, 'ada', 'sealed',
               '{}', 'Etc/UTC', true, 'done', 0, 0)`,
      [id, provider, url],
    );
    wake();
  };
  const profile = async (id: string) =>
    (await engine.pool.query<ProfileRow>('SELECT * FROM profile WHERE profile_id = $1', [id])).rows[0]!;
  const tries = (id: string) => started.filter((one) => one === id).length;
  const makeDue = async (id: string) => {
    await engine.pool.query(`UPDATE profile SET next_sync_at = 0 WHERE profile_id = $1`, [id]);
    wake();
  };
  /** Resolves when the profile has been synced so often. */
  const synced = async (id: string, times: number) => {
    await waitUntil(() => tries(id) >= times, waiting);
    await waitUntil(async () => (await profile(id)).lease_id === null, waiting);
  };

  /** Resolves when a sync of the profile was quick; a busy machine may need several. */
  const foundQuick = (id: string) =>
    waitUntil(async () => {
      const { slow_server, lease_id } = await profile(id);
      if (slow_server !== null && lease_id === null) await makeDue(id);
      return slow_server === null;
    }, waiting);

  it(
    'given 20 of each provider, when another is due again and again, then it is synced each time, while they still hang',
    { tags: 'long', timeout: 60_000 },
    async () => {
      for (const kind of kinds) for (let n = 0; n < perKind; n++) await add(`hangs-${kind}-${n}`, kind);
      await add('quick', 'google');
      await synced('quick', 1);
      for (let times = 2; times <= 5; times++) {
        await makeDue('quick');
        await synced('quick', times);
      }
    },
  );

  it(
    'given more than its server has places, when they hang, then eight are waited for, and the others are tried one at a time, without being failures',
    { tags: 'long', timeout: 60_000 },
    async () => {
      for (let n = 0; n < perKind; n++) await add(`hangs-${n}`, 'caldav');
      await add('quick', 'google');
      await synced('quick', 1);
      await waitUntil(() => started.length > perKind, waiting);
      const retried = () => new Set(started.filter((id) => tries(id) > 1 && id !== 'quick')).size;
      await waitUntil(() => retried() >= perKind - 8, waiting);
      expect(HangingProvider.asked.size).toBeLessThanOrEqual(9);
      const { rows } = await engine.pool.query(
        `SELECT count(*)::int AS n, sum(failures)::int AS failures FROM profile WHERE slow_server = 'example.com'`,
      );
      expect(rows).toEqual([{ n: perKind - 8, failures: 0 }]);
    },
  );

  it('given one that was slow once, when others of its server take all slow places, then it is soon found to be quick', async () => {
    for (let n = 0; n < perKind; n++) await add(`hangs-${n}`, 'google');
    await waitUntil(() => started.length >= perKind, waiting);
    await add('quick', 'google');
    await engine.pool.query(`UPDATE profile SET slow_server = 'google' WHERE profile_id = 'quick'`);
    await foundQuick('quick');
  }, 60_000);

  it('given one that was slow once, when other servers take all slow places, then it is soon found to be quick', async () => {
    for (let server = 0; server < 4; server++)
      for (let n = 0; n < 8; n++) await add(`hangs-${server}-${n}`, 'caldav', `https://dav.example${server}.com/`);
    await waitUntil(() => started.length >= 32, waiting);
    await add('quick', 'google');
    await engine.pool.query(`UPDATE profile SET slow_server = 'google' WHERE profile_id = 'quick'`);
    await foundQuick('quick');
  }, 60_000);
});
