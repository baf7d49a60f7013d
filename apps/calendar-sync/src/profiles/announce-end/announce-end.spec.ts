import type { ProfileRecord } from '@kalends/contracts';
import { inTransaction } from '@kalends/postgres';
import { ada, scope } from '@kalends/provider-google/testing';
import { startMetricsServer } from '@kalends/service-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { log, sealer, startGoogleEngine } from '../../google-engine.fixture.js';
import { accountId, profileId } from '../../engine.fixture.js';
import { Budgets } from '../../budget/budgets.js';
import { measure } from '../../measure.js';
import { sealTokens } from '../../stored-credentials/profile-tokens.js';
import { publishStaged } from '../../published-state/publish-staged.js';
import { publishProfile } from '../../published-state/publish-connections.js';
import { findProfile } from '../../published-state/rows.js';
import { certificateChange } from '../../sync/sync-profile/certificate-change.js';
import { AnnounceEnd } from './announce-end.worker.js';

const hour = 3_600_000;
const weekSeconds = 604_799;

describe('the end of a connection, published a day before', () => {
  let at: Awaited<ReturnType<typeof startGoogleEngine>>;
  beforeEach(async () => {
    at = await startGoogleEngine();
  });
  afterEach(() => at.stop());

  const announcer = () =>
    new AnnounceEnd({ pool: at.engine.pool, clock: at.engine.clock.now, log, onDone: () => undefined });
  const profile = async () => (await at.records('profile'))[0]!;
  const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '');
  /** A consent as the gateway brings it. */
  const consent = (refresh_ends_at?: number) => {
    const { access_token, refresh_token } = at.google.grant;
    const ends = refresh_ends_at === undefined ? {} : { refresh_ends_at };
    const tokens = { access_token, refresh_token, expires_at: at.engine.clock.now() + hour, ...ends };
    return { sealed_tokens: sealTokens(sealer, 'pro_staged', tokens), brought: String(Math.random()) };
  };
  const relink = (refresh_ends_at?: number, less_granted = false) =>
    inTransaction(at.engine.pool, (client) =>
      publishStaged(
        client,
        {
          profile_id: 'pro_staged',
          provider_name: 'google',
          profile_name: 'ada',
          url: null,
          username: 'ada',
          sealed_password: null,
          ...consent(refresh_ends_at),
          scope: [scope],
          less_granted,
          own_addresses: [],
          default_tzid: 'Etc/UTC',
          identity_origin: null,
          identity_principal: null,
        },
        {
          target: { account_id: accountId, profile_id: profileId },
          sealer,
          now: at.engine.clock.now(),
        },
      ),
    );
  const warningsOf = ({ warnings }: ProfileRecord) => warnings?.map(({ code, at: end }) => [code, end]);

  it('given a consent that ends, then its record has the end at once, also after a refresh without one, and a new consent clears it (ACC-15)', async () => {
    const ends = at.engine.clock.now() + weekSeconds * 1000;
    await relink(ends);
    expect(warningsOf(await profile())).toEqual([['consent_ends', iso(ends)]]);
    await at.advance(2 * hour);
    await at.engine.sync();
    expect(await at.google.count('token')).toBe(1);
    expect(warningsOf(await profile())).toEqual([['consent_ends', iso(ends)]]);
    await relink();
    expect(await profile()).not.toHaveProperty('warnings');
  });

  it('given a refresh that names another end, then that counts from the next sync on', async () => {
    await at.google.control('testing-mode', { seconds: 3 * 24 * 3_600 });
    const [granted] = await at.google.seeded({ grants: [{ email: ada, client_id: 'test', scope }] });
    await relink(at.engine.clock.now() + weekSeconds * 1000);
    const shorter = at.engine.clock.now() + 3 * 24 * hour;
    await at.engine.pool.query('UPDATE oauth_token SET sealed_tokens = $1', [
      sealTokens(sealer, profileId, { ...granted!, expires_at: 0, refresh_ends_at: shorter * 2 }),
    ]);
    await at.engine.sync();
    expect(warningsOf(await profile())).toEqual([['consent_ends', iso(shorter)]]);
  });

  it('given that end, then it is published once, 24 hours before, and taken back by a new consent (CBK-16)', async () => {
    const ends = at.engine.clock.now() + weekSeconds * 1000;
    await relink(ends);
    at.engine.clock.advance(weekSeconds * 1000 - 24 * hour - 1_000);
    expect(await announcer().round()).toBe(0);
    at.engine.clock.advance(1_000);
    expect(await announcer().round()).toBe(1);
    expect(await profile()).toMatchObject({ connected: true, expires_at: iso(ends) });
    const { revision } = await profile();
    expect(await announcer().round()).toBe(0);
    expect((await profile()).revision).toBe(revision);

    await relink(ends + 7 * 24 * hour);
    expect(await profile()).not.toHaveProperty('expires_at');
    expect(await announcer().round()).toBe(0);
  });

  it('given an end that the provider moves, then what was published is taken back', async () => {
    await relink(at.engine.clock.now() + hour);
    await announcer().round();
    await at.engine.pool.query('UPDATE oauth_token SET ends_at = ends_at + $1', [72 * hour]);
    expect(await announcer().round()).toBe(1);
    expect(await profile()).not.toHaveProperty('expires_at');
  });

  it('given a consent for less than was requested, then its record has that until another consent', async () => {
    await relink(undefined, true);
    expect(warningsOf(await profile())).toEqual([['less_granted', undefined]]);
    await relink();
    expect(await profile()).not.toHaveProperty('warnings');
  });

  it('given a disconnected profile, then nothing is published', async () => {
    await relink(at.engine.clock.now() + hour);
    await at.engine.handle({ kind: 'disconnect-profile', account_id: accountId, profile_id: profileId });
    expect(await announcer().round()).toBe(0);
    expect(await profile()).not.toHaveProperty('warnings');
  });

  it.each([
    [13, true],
    [15, false],
  ])(
    'given a server whose certificate expires in %i days, then a sync warns of it: %s (ACC-18)',
    async (days, isWarned) => {
      const now = at.engine.clock.now();
      const end = now + days * 24 * hour;
      await at.engine.pool.query('UPDATE profile SET certificate_ends_at = 1000');
      const row = (await findProfile(at.engine.pool, profileId))!;
      const change = certificateChange({ certificateEnd: () => end }, row, now);
      await inTransaction(at.engine.pool, (client) => publishProfile({ client, now }, profileId, change));
      expect(warningsOf(await profile())).toEqual(isWarned ? [['certificate_ends', iso(end)]] : undefined);
      expect(certificateChange({ certificateEnd: () => undefined }, row, now)).toEqual({});
    },
  );

  it('given profiles that end within a day, then the metric counts them', async () => {
    await relink(at.engine.clock.now() + hour);
    await announcer().round();
    const stop = measure(at.engine.pool, at.engine.clock.now, new Budgets([]));
    const server = await startMetricsServer({ host: '127.0.0.1', port: 0 });
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    stop();
    await server.close();
    expect(text).toContain('kalends_profiles_expiring{provider="google"} 1');
  });
});
