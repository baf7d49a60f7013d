import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { ada, egress, scope, startGoogle, type Granted, type SimulatedGoogle } from '@kalends/provider-google/testing';
import { revokeAtGoogle, googleEndpoint } from '@kalends/provider-google/sync';
import { sealTokens } from '../../stored-credentials/profile-tokens.js';
import { RevokeAtProviders } from './revoke-at-provider.worker.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const day = 86_400_000;

describe('leaving Google', () => {
  let google: SimulatedGoogle;
  let engine: Engine;
  let granted: Granted;
  let worker: RevokeAtProviders;
  beforeEach(async () => {
    google = await startGoogle();
    engine = await startEngine({ providerOf: () => google.provider(), sealer });
    const { pool, clock } = engine;
    await google.control('clock', { now: new Date(clock.now()).toISOString() });
    [granted] = (await google.seeded({ grants: [{ email: ada, client_id: 'test', scope }] })) as [Granted];
    const client = { id: 'test', secret: 'secret' };
    const { apiUrl: baseUrl, tokenUrl, url } = google;
    const dependencies = {
      egress,
      clock: clock.now,
      endpoint: googleEndpoint({ client, url: tokenUrl }),
      baseUrl,
      revokeUrl: `${url}/revoke`,
    };
    worker = new RevokeAtProviders({
      pool,
      sealer,
      revokeAtProvider: (_name, one) => revokeAtGoogle(dependencies, one),
      clock: clock.now,
      log,
    });
    await pool.query(`UPDATE profile SET provider_name = 'google', username = $1, connected = true`, [granted.sub]);
    await engine.sync();
    await withTokens(profileId, granted);
  });
  afterEach(async () => {
    await Promise.all([google.close(), engine.stop()]);
  });

  async function withTokens(
    id: string,
    { access_token, refresh_token }: Granted,
    expires_at = engine.clock.now() + 60_000,
  ) {
    const sealed = sealTokens(sealer, id, { access_token, refresh_token, expires_at });
    const sql = `INSERT INTO oauth_token VALUES ($1, $2, '', '{}') ON CONFLICT (profile_id) DO UPDATE SET sealed_tokens = $2`;
    await engine.pool.query(sql, [id, sealed]);
  }

  /** A watch channel at Google, as a sync opens it. */
  async function watched(): Promise<void> {
    const { rows } = await engine.pool.query<{ calendar_id: string }>('SELECT calendar_id FROM calendar');
    const calendar = { href: ada, name: 'Home', readonly: false, primary: true };
    const provider = google.provider();
    const opened = await provider.watch(calendar, { channelId: 'gch_1', address: `${google.url}/none`, token: 't' });
    await engine.pool.query('INSERT INTO push_channel VALUES ($1, $2, $3, $4, $5, $5)', [
      'gch_1',
      profileId,
      rows[0]!.calendar_id,
      opened.resourceId,
      opened.expiresAt,
    ]);
  }

  const disconnect = () => engine.handle({ kind: 'disconnect-profile', account_id: accountId, profile_id: profileId });
  const erase = () => engine.handle({ kind: 'erase-account', account_id: accountId });
  const count = async (table: string) => (await engine.pool.query(`SELECT FROM ${table}`)).rowCount;
  /** Whether Google still refreshes the profile's tokens. */
  const isGranted = async () => {
    const form = { grant_type: 'refresh_token', refresh_token: granted.refresh_token };
    const body = new URLSearchParams({ ...form, client_id: 'test', client_secret: 'secret' });
    return (await fetch(google.tokenUrl, { method: 'POST', body })).ok;
  };

  it.each([
    ['disconnected by its owner', disconnect],
    ['erased with its account', erase],
  ])('given a profile that is %s, then its channels are closed and its permission revoked', async (_what, leave) => {
    await watched();
    await leave();
    expect([await count('oauth_token'), await count('push_channel'), await count('departure')]).toEqual([0, 0, 1]);
    expect([await google.count('revoke'), await isGranted()]).toEqual([0, true]);
    expect(await worker.round()).toBe(1);
    expect([await google.count('channels.stop'), await google.count('revoke')]).toEqual([1, 1]);
    expect([await isGranted(), await count('departure'), await worker.round()]).toEqual([false, 0, 0]);
  });

  it('given an erased account, then the pending revocation contains no account data or secrets in plain text', async () => {
    await watched();
    await erase();
    const { rows } = await engine.pool.query<{ row: string }>('SELECT departure::text AS row FROM departure');
    for (const one of [accountId, profileId, ada, granted.sub, granted.refresh_token, 'gch_1']) {
      expect(rows[0]!.row).not.toContain(one);
    }
  });

  it('given an expired access token, then it is refreshed for the revocation', async () => {
    await watched();
    await withTokens(profileId, granted, 0);
    await google.control('expire-tokens', { email: ada });
    await disconnect();
    await worker.round();
    expect([await google.count('channels.stop'), await isGranted()]).toEqual([1, false]);
  });

  it('given that Google is down, then erasure does not wait, and the revocation is retried until Google accepts it', async () => {
    await google.control('faults', { path: '/revoke', status: 503, times: 2 });
    await erase();
    expect(await count('profile')).toBe(0);
    expect(await worker.round()).toBe(1);
    expect(await worker.round()).toBe(0);
    engine.clock.advance(10_000);
    expect(await worker.round()).toBe(1);
    engine.clock.advance(20_000);
    expect(await worker.round()).toBe(1);
    expect([await isGranted(), await count('departure')]).toEqual([false, 0]);
  });

  it('given channels that cannot be closed, then the permission is revoked in the end', async () => {
    await watched();
    await google.control('faults', { path: '/channels/stop', status: 500, times: 1_000 });
    await disconnect();
    for (let tries = 0; tries < 5; tries++) {
      expect([await worker.round(), await google.count('revoke')]).toEqual([1, 0]);
      engine.clock.advance(3_600_000);
    }
    await worker.round();
    expect([await google.count('revoke'), await count('departure')]).toEqual([1, 0]);
  });

  it('given that Google is down for more than a week, then the revocation is abandoned, and nothing remains', async () => {
    await google.control('faults', { path: '/revoke', status: 503, times: 1_000 });
    await erase();
    await worker.round();
    engine.clock.advance(8 * day);
    await worker.round();
    expect(await count('departure')).toBe(0);
  });

  it('given the same person connected in another account, then the permission stays until that account is removed too', async () => {
    await engine.pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, username, own_addresses, default_tzid,
                            connected, initial_sync, revision)
       VALUES ('pro_2', 'acc_2', 'google', 'Ada', $1, '{}', 'Etc/UTC', true, 'done', 0)`,
      [granted.sub],
    );
    await withTokens('pro_2', granted);
    await disconnect();
    await worker.round();
    expect([await google.count('revoke'), await isGranted(), await count('departure')]).toEqual([0, true, 0]);
    await engine.handle({ kind: 'disconnect-profile', account_id: 'acc_2', profile_id: 'pro_2' });
    await worker.round();
    expect([await google.count('revoke'), await isGranted()]).toEqual([1, false]);
  });

  it('given a permission that the user already revoked, then nothing more is needed', async () => {
    await watched();
    await google.control('revoke-grants', { email: ada });
    await disconnect();
    await worker.round();
    expect(await count('departure')).toBe(0);
  });

  it('given a redelivered command, two workers, and tokens that no key opens, then it runs once and does no harm', async () => {
    await disconnect();
    await disconnect();
    const both = await Promise.all([worker.round(), worker.round()]);
    expect([both.sort(), await google.count('revoke')]).toEqual([[0, 1], 1]);
    await engine.pool.query(`UPDATE profile SET connected = true`);
    await engine.pool.query(`INSERT INTO oauth_token VALUES ($1, 'k1.00000000.AAAA', '', '{}')`, [profileId]);
    await erase();
    expect([await count('oauth_token'), await count('departure')]).toEqual([0, 0]);
  });
});
