import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { ProviderError } from '@kalends/provider-port/sync';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { storeProfile } from '../../published-state/store-profile.js';
import { findProfile } from '../../published-state/rows.js';
import { inTransaction } from '@kalends/postgres';

describe('a profile during whose sync the process ends', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  let isStuck: boolean;
  let open: () => void;
  let opened: Promise<void>;
  let read: string[];

  beforeEach(async () => {
    provider = new MemoryProvider();
    provider.put('/home/a.ics', objectOf('a', 'DTSTART:20261201T100000Z'));
    isStuck = true;
    read = [];
    opened = new Promise((resolve) => (open = resolve));
    const calendars = provider.calendars.bind(provider);
    provider.calendars = async (...args) => {
      if (isStuck) await opened;
      return calendars(...args);
    };
    const providerOf = ({ profile_id }: { profile_id: string }) => {
      read.push(profile_id);
      return provider;
    };
    engine = await startEngine({ providerOf });
  });
  afterEach(async () => {
    open();
    await engine.stop();
  });

  /** A process claims what is due and ends: its lease is never released. */
  async function killedDuringSync() {
    const { syncs } = engine.replica();
    expect(await syncs.round()).toBe(1);
    await engine.pool.query('UPDATE profile SET lease_until = 0');
    return syncs;
  }

  const record = async () => (await engine.state()).get(profileId);

  it('given two such ends in a row, when it is due again, then it is set aside and nothing reads it any more', async () => {
    const killed = [await killedDuringSync(), await killedDuringSync()];
    expect(read).toHaveLength(2);
    await engine.sync(engine.replica().syncs);
    expect(await record()).toMatchObject({ connected: true, set_aside: true, initial_sync: 'failed' });
    expect(await engine.sync(engine.replica().syncs)).toBe(0);
    expect(read).toHaveLength(2);
    open();
    for (const syncs of killed) await syncs.drained();
  });

  const hour = 3_600_000;
  /** Killed twice and set aside; a replica finds it so. */
  async function setAside() {
    const killed = [await killedDuringSync(), await killedDuringSync()];
    await engine.sync(engine.replica().syncs);
    return killed;
  }

  it('given one that was set aside, when an hour has passed, then it is read alone, and heals', async () => {
    const killed = await setAside();
    await engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password,
                            own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision)
       SELECT 'pro_2', account_id, provider_name, 'other', url, 'other', sealed_password, own_addresses, default_tzid,
              connected, initial_sync, next_sync_at, 0 FROM profile`,
    );
    isStuck = false;
    engine.clock.advance(hour - 1);
    expect(await engine.sync(engine.replica().syncs)).toBe(1);
    expect([read.at(-1), (await record())!]).toMatchObject(['pro_2', { set_aside: true }]);
    await engine.pool.query('UPDATE profile SET next_sync_at = 0');
    engine.clock.advance(1);
    const { syncs } = engine.replica();
    expect([await syncs.round(), await syncs.round()]).toEqual([1, 0]);
    expect(read.at(-1)).toBe(profileId);
    await syncs.drained();
    expect(await record()).toMatchObject({ initial_sync: 'done' });
    expect(await record()).not.toHaveProperty('set_aside');
    expect(await findProfile(engine.pool, profileId)).toMatchObject({ set_aside_at: null, set_asides: 0, error: null });
    open();
    for (const one of killed) await one.drained();
  });

  it('given one that was set aside, when it ends the process twice again, then it is set aside again, for two hours', async () => {
    const killed = await setAside();
    engine.clock.advance(hour);
    killed.push(...(await setAside()));
    expect(read).toHaveLength(4);
    const next_sync = new Date(engine.clock.now() + 2 * hour).toISOString().replace(/\.\d+/, '');
    expect(await record()).toMatchObject({ set_aside: true, reason: 'set_aside', next_sync });
    isStuck = false;
    engine.clock.advance(2 * hour - 1);
    expect(await engine.sync(engine.replica().syncs)).toBe(0);
    engine.clock.advance(1);
    expect(await engine.sync(engine.replica().syncs)).toBe(1);
    expect(await record()).not.toHaveProperty('set_aside');
    open();
    for (const one of killed) await one.drained();
  });

  it('given one that was set aside, when its provider fails an hour later, then the process survived, and it is retried as any other', async () => {
    const killed = await setAside();
    isStuck = false;
    provider.failure = new ProviderError('unavailable', 'down');
    engine.clock.advance(hour);
    expect(await engine.sync(engine.replica().syncs)).toBe(1);
    expect(await record()).toMatchObject({ error: 'down' });
    expect(await record()).not.toHaveProperty('set_aside');
    open();
    for (const one of killed) await one.drained();
  });

  it('given one such end, when the next sync is completed, then it counts no longer', async () => {
    const killed = await killedDuringSync();
    isStuck = false;
    await engine.sync(engine.replica().syncs);
    expect(await record()).toMatchObject({ initial_sync: 'done' });
    expect((await findProfile(engine.pool, profileId))!.deaths).toBe(0);
    open();
    await killed.drained();
  });

  it('given one such end, when others are due too, then it is read alone and before them', async () => {
    const killed = await killedDuringSync();
    await engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password,
                            own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision)
       SELECT 'pro_2', account_id, provider_name, 'other', url, 'other', sealed_password, own_addresses, default_tzid,
              connected, initial_sync, next_sync_at, 0 FROM profile`,
    );
    const { syncs } = engine.replica();
    expect(await syncs.round()).toBe(1);
    expect(await syncs.round()).toBe(0);
    expect(read).toEqual([profileId, profileId]);
    open();
    await syncs.drained();
    expect(await syncs.round()).toBe(1);
    await syncs.drained();
    expect(read.at(-1)).toBe('pro_2');
    await killed.drained();
  });

  it('given one that was set aside, when its owner connects it again, then it is read', async () => {
    const killed = [await killedDuringSync(), await killedDuringSync()];
    await engine.sync(engine.replica().syncs);
    isStuck = false;
    await inTransaction(engine.pool, async (client) => {
      const profile = (await findProfile(client, profileId))!;
      await storeProfile(client, { ...profile, account_id: accountId }, { now: engine.clock.now() });
    });
    expect(await engine.sync(engine.replica().syncs)).toBe(1);
    expect(await record()).toMatchObject({ initial_sync: 'done' });
    expect(await record()).not.toHaveProperty('set_aside');
    open();
    for (const syncs of killed) await syncs.drained();
  });
});
