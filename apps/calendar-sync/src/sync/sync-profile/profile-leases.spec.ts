import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { ProfileLeases } from './profile-leases.js';

describe('profiles that are claimed for a sync', () => {
  let engine: Engine;
  let leases: ProfileLeases;
  beforeEach(async () => {
    engine = await startEngine({ providerOf: () => new MemoryProvider() });
    await engine.pool.query('DELETE FROM profile');
    leases = new ProfileLeases(engine.pool, engine.clock.now);
  });
  afterEach(() => engine.stop());

  const add = (count: number, slowServer: string | null) =>
    engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, username, own_addresses, default_tzid,
                            connected, initial_sync, next_sync_at, revision, slow_server)
       SELECT coalesce($2::text, 'usual') || n, 'acc_' || n, 'google', 'ada', 'ada', '{}', 'Etc/UTC', true, 'done', 0, 0, $2
       FROM generate_series(1, $1) AS n`,
      [count, slowServer],
    );
  const claim = async (places: { usual: number; slow: number; fullServers?: string[]; trials?: number }) => {
    const rows = await leases.claim({
      ...{ fullServers: [], trials: 0, isFirst: false, isSuspectInFlight: false },
      ...{ short: { notified: [], others: [] } },
      ...places,
    });
    return rows.map(({ slow_server }) => slow_server ?? 'usual').sort();
  };

  it('given more usual ones than usual places, when claimed, then none of them takes a slow place', async () => {
    await add(5, null);
    expect(await claim({ usual: 2, slow: 1 })).toEqual(['usual', 'usual']);
    expect(await claim({ usual: 0, slow: 1 })).toEqual([]);
  });

  it('given usual and slow ones, when claimed, then each kind takes its own places, except at a server that has all of its', async () => {
    await add(3, null);
    await add(3, 'a.example');
    await add(3, 'b.example');
    expect(await claim({ usual: 2, slow: 4, fullServers: ['a.example'] })).toEqual([
      ...['b.example', 'b.example', 'b.example'],
      ...['usual', 'usual'],
    ]);
    expect(await claim({ usual: 0, slow: 0, trials: 1 })).toEqual(['a.example']);
  });
});
