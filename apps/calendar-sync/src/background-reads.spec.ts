import { setTimeout as delay } from 'node:timers/promises';
import { createSealer } from '@kalends/security';
import { createLogger } from '@kalends/service-runtime';
import { rowsRead } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './engine.fixture.js';
import { InFlight, leaseMs } from './leases/in-flight.js';
import { CloseChannels } from './profiles/close-channels/close-channels.worker.js';
import { RevokeAtProviders } from './profiles/revoke-at-provider/revoke-at-provider.worker.js';
import { pendingRevocationData } from './published-state/pending-revocations.js';
import { MemoryProvider } from '@kalends/provider-port/testing';

const profiles = 5_000;
const few = profiles / 100;
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const sealer = createSealer([new Uint8Array(32).fill(7)]);

describe('background work of calendar-sync with many profiles, of which it concerns a few', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine({ providerOf: () => new MemoryProvider() });
    await engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, username, own_addresses, default_tzid,
                            connected, initial_sync, next_sync_at, revision)
       SELECT 'pro_' || md5(n::text), 'acc_' || n, 'google', 'ada', 'user ' || n, '{}', 'Etc/UTC', true, 'done',
              9e15::bigint, 0 FROM generate_series(1, $1::int) AS n`,
      [profiles],
    );
    await engine.pool.query('ANALYZE profile');
  });
  afterAll(() => engine.stop());

  const profilesRead = async (work: () => Promise<unknown>) => {
    const before = await rowsRead(engine.pool, 'calendar_sync.profile');
    await work();
    return (await rowsRead(engine.pool, 'calendar_sync.profile')) - before;
  };

  it('given no disconnected profile, when channels are closed, then no profile is read', async () => {
    const { pool } = engine;
    const closer = new CloseChannels({ pool, providerOf: () => new MemoryProvider(), log });
    expect(await profilesRead(() => closer.round())).toBeLessThan(few);
  });

  it('given a sync in flight, when its lease is renewed, then other profiles are not read', async () => {
    const slow = { limit: 1, perServer: 1 };
    const inFlight = new InFlight({
      pool: engine.pool,
      log,
      table: 'profile',
      limit: 4,
      slow,
      onFree: () => undefined,
    });
    await engine.pool.query("UPDATE profile SET lease_id = 'lease', lease_until = 1 WHERE username = 'user 7'");
    const lasting = async () => {
      inFlight.run({ leaseId: 'lease', server: 'example.com', work: () => delay(leaseMs / 2) });
      await inFlight.drained();
    };
    expect(await profilesRead(lasting)).toBeLessThan(few);
    const { rows } = await engine.pool.query(
      "SELECT lease_until > 1 AS renewed FROM profile WHERE username = 'user 7'",
    );
    expect(rows).toEqual([{ renewed: true }]);
  });

  it('given a pending revocation, when it is carried out, then other profiles are not read', async () => {
    const { pool, clock } = engine;
    const sealed = sealer.seal(
      JSON.stringify({ subject: 'nobody', tokens: 'tokens', channels: [] }),
      pendingRevocationData('dep_1'),
    );
    await pool.query(
      `INSERT INTO departure (departure_id, provider_name, sealed_departure, asked_at, next_attempt_at)
       VALUES ('dep_1', 'google', $1, $2, 0)`,
      [sealed, clock.now()],
    );
    const revoked: string[] = [];
    const revokeAtProvider = async (name: string) => void revoked.push(name);
    const revoker = new RevokeAtProviders({ pool, sealer, revokeAtProvider, clock: clock.now, log });
    expect(await profilesRead(() => revoker.round())).toBeLessThan(few);
    expect(revoked).toEqual(['google']);
  });
});
