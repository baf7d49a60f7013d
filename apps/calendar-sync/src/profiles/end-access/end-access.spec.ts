import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, meeting, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { withStoredPassword } from '../../stored-credentials/with-stored-password.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { findProfile } from '../../published-state/rows.js';
import { stage, type StagedRow } from '../../published-state/staged-profiles.js';
import { SettleProfileHandler } from '../settle-profile/settle-profile.handler.js';
import { EndAccessHandler } from './end-access.handler.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const log = createLogger({ service: 'calendar-sync', level: 'silent' });
const dentist = objectOf('dentist', 'DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Dentist');
const later = objectOf('later', 'DTSTART:20261202T100000Z', 'DTEND:20261202T110000Z', 'SUMMARY:Later');

describe('the end of access to an account', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  let settler: SettleProfileHandler;
  let handler: EndAccessHandler;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider, sealer });
    const { pool, clock } = engine;
    settler = new SettleProfileHandler(pool, clock.now, () => undefined, log, sealer);
    handler = new EndAccessHandler(pool, clock.now, () => undefined, log, sealer);
    provider.put('/home/dentist.ics', dentist);
    await engine.sync();
  });
  afterEach(() => engine.stop());

  const ended = (access: number, account_id = accountId) =>
    handler.end({ client_id: 'app', account_id, at: engine.clock.now(), access });
  const row = () => findProfile(engine.pool, profileId);
  const publishedSince = async (count: number) => (await engine.published()).slice(count);
  const titles = async () =>
    [...(await engine.state()).values()]
      .flatMap((one) => (one.kind === 'event' && !one.deleted ? [one.series.master?.summary] : []))
      .sort();
  const count = async (table: string) => (await engine.pool.query(`SELECT FROM ${table}`)).rowCount;

  async function connectAgain(access: number, more: Partial<StagedRow> = {}): Promise<void> {
    const staged = {
      profile_id: 'pro_2',
      provider_name: 'caldav',
      profile_name: 'ada',
      url: 'https://calendar.example.com/',
      username: 'ada',
      sealed_password: sealer.seal('new', 'profile:pro_2'),
      sealed_tokens: null,
      brought: null,
      scope: [],
      less_granted: false,
      own_addresses: ['ada@example.com'],
      default_tzid: 'Europe/London',
      identity_origin: null,
      identity_principal: null,
      ...more,
    };
    await stage(engine.pool, staged, engine.clock.now());
    await settler.settle({
      kind: 'publish',
      account_id: accountId,
      staged_id: 'pro_2',
      profile_id: profileId,
      access,
    });
  }

  it('given a synced profile, then it is disconnected, its password erased, and its provider gets no more requests; events stay', async () => {
    await ended(1);
    expect(await row()).toMatchObject({ connected: false, sealed_password: null, next_sync_at: null });
    const records = [...(await engine.state()).values()];
    expect(records.find(({ kind }) => kind === 'profile')).toMatchObject({ connected: false, deleted: false });
    expect(records.find(({ kind }) => kind === 'calendar')).toMatchObject({ freshness: 'disconnected' });
    provider.requests.splice(0);
    await engine.write('evt', meeting);
    engine.clock.advance(3_600_000);
    expect([await engine.sync(), await engine.sendWrites(), provider.requests]).toEqual([0, 0, []]);
    expect(await titles()).toEqual(['Board meeting', 'Dentist']);
  });

  it('given the message again, an older one, or one without a number, then nothing changes', async () => {
    await ended(2);
    const before = (await engine.published()).length;
    await ended(2);
    await ended(1);
    await connectAgain(3);
    await ended(2);
    await handler.end({ client_id: 'app', account_id: accountId, at: engine.clock.now() });
    expect(await row()).toMatchObject({ connected: true });
    expect((await publishedSince(before)).map(({ kind }) => kind)).toEqual(['profile']);
  });

  it('given another account, and a built-in calendar of the same one, then they stay connected', async () => {
    const calendar = { calendar_id: 'cal_own', name: 'Own', tzid: 'Etc/UTC' };
    const own = { account_id: accountId, profile_id: 'pro_own', profile_name: 'Own', calendar, own_addresses: [] };
    await engine.handle({ kind: 'create-profile', ...own });
    await ended(1, 'acc_other');
    expect(await row()).toMatchObject({ connected: true, sealed_password: 'sealed' });
    await ended(1);
    expect(await findProfile(engine.pool, 'pro_own')).toMatchObject({ connected: true, revoked_at: null });
  });

  it('given a sync in flight, when access ends, then it publishes nothing more', async () => {
    let open!: () => void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const arrived = new Promise<void>((resolve) => {
      provider.pause.beforeBatch = () => (resolve(), opened);
    });
    provider.put('/home/later.ics', later);
    const syncing = engine.syncNow();
    await arrived;
    await ended(1);
    const before = (await engine.published()).length;
    open();
    await syncing;
    expect(await publishedSince(before)).toEqual([]);
    expect(await row()).toMatchObject({ connected: false, error: expect.stringContaining('revoked') as unknown });
  });

  it('given a new consent, then the profile has its new password and continues from its cursor', async () => {
    await ended(1);
    provider.put('/home/later.ics', later);
    await connectAgain(2);
    const again = (await row())!;
    expect(again).toMatchObject({ connected: true, error: null, revoked_at: null, initial_sync: 'done' });
    expect(sealer.open(again.sealed_password!, `profile:${profileId}`)).toBe('new');
    const before = (await engine.published()).length;
    await engine.sync();
    expect((await publishedSince(before)).flatMap((one) => (one.kind === 'event' ? [one.series.uid] : []))).toEqual([
      'later',
    ]);
    expect(await titles()).toEqual(['Dentist', 'Later']);
  });

  it('given a connection that was allowed before access ended and arrives after it, then it is erased', async () => {
    await ended(5);
    await connectAgain(4);
    expect(await row()).toMatchObject({ connected: false, sealed_password: null });
    expect(await count('staged_profile')).toBe(0);
  });

  it('given tokens, then they are erased and revoked later; the same scope again reads nothing again, another one does', async () => {
    const consent = (tokens: string, scope: string[]) => ({
      provider_name: 'google',
      username: '1082',
      url: null,
      sealed_password: null,
      sealed_tokens: sealer.seal(tokens, 'profile:pro_2'),
      brought: tokens,
      scope,
    });
    const events = ['https://www.googleapis.com/auth/calendar.events'];
    const times = ['https://www.googleapis.com/auth/calendar.freebusy'];
    const rereads = async () =>
      (await engine.pool.query<{ rereads_wanted: number }>('SELECT rereads_wanted FROM calendar')).rows[0]!
        .rereads_wanted;
    await connectAgain(1, consent('first', events));
    const before = await rereads();
    await ended(2);
    expect([await count('oauth_token'), await count('departure')]).toEqual([0, 1]);
    await connectAgain(3, consent('second', events));
    expect([await count('oauth_token'), await rereads()]).toEqual([1, before]);
    await ended(4);
    await connectAgain(5, consent('third', times));
    expect(await rereads()).toBe(before + 1);
  });

  it('given a request that was about to be sent when access ended, then it is not sent', async () => {
    const sent: string[] = [];
    const fetch = async (url: unknown) => (sent.push(String(url)), new Response());
    const stored = withStoredPassword(engine.pool, (await row())!, fetch as never);
    const tried = withStoredPassword(engine.pool, { profile_id: profileId, revision: 0 }, fetch as never);
    await stored('https://a.example/');
    await ended(1);
    await expect(stored('https://b.example/')).rejects.toMatchObject({ failure: 'authentication-failed' });
    await tried('https://c.example/');
    expect(sent).toEqual(['https://a.example/', 'https://c.example/']);
  });
});
