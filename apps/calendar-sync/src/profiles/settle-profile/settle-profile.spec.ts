import type { SettleProfile } from '@kalends/contracts';
import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { RevokeAtProviders } from '../revoke-at-provider/revoke-at-provider.worker.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError, type Revocation } from '@kalends/provider-port/sync';
import { stage, type StagedRow } from '../../published-state/staged-profiles.js';
import { DiscardStaged } from './discard-staged.worker.js';
import { SettleProfileHandler } from './settle-profile.handler.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const day = 86_400_000;

describe('settling a staged profile', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  let handler: SettleProfileHandler;
  let revoked: Revocation[];
  let revoker: RevokeAtProviders;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider, sealer });
    const { pool, clock } = engine;
    handler = new SettleProfileHandler(pool, clock.now, () => undefined, log, sealer);
    revoked = [];
    const revokeAtProvider = async (_name: string, revocation: Revocation) => void revoked.push(revocation);
    revoker = new RevokeAtProviders({ pool, sealer, revokeAtProvider, clock: clock.now, log });
  });
  afterEach(() => engine.stop());

  const row = (more: Partial<StagedRow> = {}): StagedRow => ({
    profile_id: 'pro_2',
    provider_name: 'caldav',
    profile_name: 'zoe',
    url: 'https://calendar.example.com/',
    username: 'zoe',
    sealed_password: sealer.seal('secret', `profile:${more.profile_id ?? 'pro_2'}`),
    sealed_tokens: null,
    brought: null,
    scope: [],
    less_granted: false,
    own_addresses: ['zoe@example.com'],
    default_tzid: 'Europe/London',
    identity_origin: 'https://calendar.example.com',
    identity_principal: '/zoe/',
    ...more,
  });
  const consent = (profile_id: string, tokens = 'first') =>
    row({
      profile_id,
      provider_name: 'google',
      username: '1082',
      url: null,
      sealed_password: null,
      sealed_tokens: sealer.seal(tokens, `profile:${profile_id}`),
      brought: tokens,
      identity_origin: null,
      identity_principal: null,
    });
  const put = (staged: StagedRow) => stage(engine.pool, staged, engine.clock.now());
  const publish = (profile_id: string, more: Partial<Extract<SettleProfile, { kind: 'publish' }>> = {}) =>
    handler.settle({ kind: 'publish', account_id: accountId, staged_id: 'pro_2', profile_id, ...more });
  const drop = (staged_id: string) => handler.settle({ kind: 'drop', staged_id });
  const select = async (sql: string) => (await engine.pool.query<Record<string, unknown>>(sql)).rows;
  const profile = async (id: string) => (await select(`SELECT * FROM profile WHERE profile_id = '${id}'`))[0];
  const counts = async () =>
    Promise.all(
      ['staged_profile', 'oauth_token', 'departure'].map(async (name) => (await select(`SELECT FROM ${name}`)).length),
    );

  it('given a new profile, when published twice, then there is one, due, and only it can open its password', async () => {
    await put(row());
    await publish('pro_2');
    await publish('pro_2');
    const created = (await profile('pro_2'))!;
    expect(created).toMatchObject({
      account_id: accountId,
      connected: true,
      initial_sync: 'pending',
      next_sync_at: 0,
      links: 1,
      default_tzid: 'Europe/London',
      identity_origin: 'https://calendar.example.com',
      identity_principal: '/zoe/',
    });
    expect(sealer.open(created.sealed_password as string, 'profile:pro_2')).toBe('secret');
    expect((await engine.published()).filter(({ kind }) => kind === 'profile')).toMatchObject([
      { profile_id: 'pro_2', connected: true },
    ]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('given a time zone that its user has chosen meanwhile, then the profile has that one', async () => {
    await put(row());
    await publish('pro_2', { default_tzid: 'Asia/Tokyo' });
    expect((await profile('pro_2'))!.default_tzid).toBe('Asia/Tokyo');
  });

  it('given a disconnected profile, when it gets staged credentials, then it keeps its id, calendars and events', async () => {
    await engine.sync();
    const before = [...(await engine.state()).keys()];
    provider.failure = new ProviderError('authentication-failed', 'No.');
    await engine.syncNow();
    provider.failure = undefined;
    await put(row());
    await publish(profileId);
    const relinked = (await profile(profileId))!;
    expect(relinked).toMatchObject({ connected: true, error: null, username: 'zoe', identity_principal: '/zoe/' });
    expect(sealer.open(relinked.sealed_password as string, `profile:${profileId}`)).toBe('secret');
    await engine.sync();
    expect([...(await engine.state()).keys()]).toEqual(before);
    const calendar = [...(await engine.state()).values()].find(({ kind }) => kind === 'calendar');
    expect(calendar).toMatchObject({ freshness: 'fresh' });
  });

  it('given a consent, when published into a profile that has one, then its tokens are sealed for it and replaced', async () => {
    await put(consent('pro_2'));
    await publish('pro_2');
    await put(consent('pro_3', 'second'));
    await publish('pro_2', { staged_id: 'pro_3' });
    const [tokens] = await select('SELECT profile_id, sealed_tokens FROM oauth_token');
    expect(sealer.open(tokens!.sealed_tokens as string, 'profile:pro_2')).toBe('second');
    expect(await counts()).toEqual([0, 1, 0]);
  });

  describe('given a profile with write permission', () => {
    const scopes = (...names: string[]) => names.map((name) => `https://www.googleapis.com/auth/calendar.${name}`);
    const stored = async () => {
      const [row] = await select('SELECT sealed_tokens, scope FROM oauth_token');
      return [sealer.open(row!.sealed_tokens as string, 'profile:pro_2'), row!.scope];
    };
    const again = async (tokens: string, granted: string[]) => {
      await put({ ...consent('pro_3', tokens), scope: granted });
      await publish('pro_2', { staged_id: 'pro_3' });
      return stored();
    };
    const writing = scopes('events', 'calendarlist.readonly');
    const reading = scopes('events.readonly', 'calendarlist.readonly');
    beforeEach(async () => {
      await put({ ...consent('pro_2', 'writing'), scope: writing });
      await publish('pro_2');
    });

    it('when a narrower consent is published, then its tokens stay; a wider one replaces them', async () => {
      expect(await again('reading', reading)).toEqual(['writing', writing]);
      expect(await again('busy', scopes('events.freebusy', 'app.created'))).toEqual(['writing', writing]);
      const more = [...writing, ...scopes('app.created')];
      expect(await again('more', more)).toEqual(['more', more]);
      expect(await counts()).toEqual([0, 1, 0]);
    });

    it('when it is disconnected, then a narrower consent connects it again', async () => {
      await engine.pool.query("UPDATE profile SET connected = false WHERE profile_id = 'pro_2'");
      expect(await again('reading', reading)).toEqual(['reading', reading]);
      expect(await profile('pro_2')).toMatchObject({ connected: true });
    });

    it('when Google shows more than before, or less, then all is read again; otherwise only the changes', async () => {
      await engine.pool.query(
        `INSERT INTO calendar (calendar_id, profile_id, account_id, href, name, readonly, is_primary, tzid, synced,
                               freshness, revision, cursor)
         VALUES ('cal_2', 'pro_2', $1, 'ada', 'Home', true, true, 'Etc/UTC', true, 'fresh', 1, 'token')`,
        [accountId],
      );
      const wanted = async () =>
        (await select("SELECT rereads_wanted FROM calendar WHERE calendar_id = 'cal_2'"))[0]!.rereads_wanted;
      await again('same', writing);
      expect(await wanted()).toBe(0);
      await engine.pool.query("UPDATE profile SET connected = false WHERE profile_id = 'pro_2'");
      await again('busy', scopes('events.freebusy'));
      expect(await wanted()).toBe(1);
      await again('reading', reading);
      expect(await wanted()).toBe(2);
    });
  });

  it.each(['pro_2', profileId])(
    'given another account’s profile, when published into %s, then it remains theirs',
    async (id) => {
      await put(row());
      await publish('pro_2', { account_id: 'acc_2' });
      await put(consent('pro_3'));
      const before = await profile(id);
      const target = id === profileId ? { account_id: 'acc_2' } : {};
      await publish(id, { staged_id: 'pro_3', ...target });
      expect([await profile(id), await counts()]).toEqual([before, [0, 0, 1]]);
    },
  );

  it('given an account erased meanwhile, when published, then there is no profile, and the tokens are revoked', async () => {
    await put(consent('pro_2'));
    await engine.handle({ kind: 'erase-account', account_id: accountId });
    await publish('pro_2');
    expect([await profile('pro_2'), await counts()]).toEqual([undefined, [0, 0, 1]]);
  });

  it('given that the owner disconnects it before it arrives, then it exists, disconnected, and stays so', async () => {
    await put(consent('pro_2'));
    await engine.handle({ kind: 'disconnect-profile', account_id: accountId, profile_id: 'pro_2' });
    await publish('pro_2');
    expect(await profile('pro_2')).toMatchObject({ connected: false, error: 'disconnected by its owner' });
    expect(await counts()).toEqual([0, 0, 1]);
  });

  it('given a discarded consent, then it is erased and its tokens are revoked; a password is erased', async () => {
    await put(consent('pro_2'));
    await put(row({ profile_id: 'pro_3' }));
    for (const id of ['pro_2', 'pro_3', 'pro_3', 'pro_none']) await drop(id);
    expect(await counts()).toEqual([0, 0, 1]);
    await revoker.round();
    expect(revoked).toMatchObject([{ subject: '1082', tokens: 'first', revoke: true }]);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('given a second staged consent of the same person, when one is discarded, then the permission stays until the other is too', async () => {
    await put(consent('pro_2'));
    await put(consent('pro_3', 'second'));
    await drop('pro_2');
    await revoker.round();
    await drop('pro_3');
    await revoker.round();
    expect(revoked.map(({ revoke }) => revoke)).toEqual([false, true]);
  });

  it('given a profile that is never settled, then after eight days, not earlier, it is erased and its tokens revoked', async () => {
    await put(consent('pro_2'));
    const forgetter = new DiscardStaged({ pool: engine.pool, sealer, clock: engine.clock.now, log });
    engine.clock.advance(8 * day);
    expect([await forgetter.round(), await counts()]).toEqual([0, [1, 0, 0]]);
    engine.clock.advance(1);
    expect([await forgetter.round(), await counts()]).toEqual([1, [0, 0, 1]]);
  });
});
