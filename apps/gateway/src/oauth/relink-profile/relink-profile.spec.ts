import { createHash } from 'node:crypto';
import type { ProfileRecord, SettleProfile } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  bob,
  connect,
  decide,
  decideAtGoogle,
  publicUrl,
  startConsentSetup,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';
import { apply, newAccount } from '../../read-model/gateway-database.fixture.js';

const minute = 60_000;

describe('the address at which a disconnected profile is connected again', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now);
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  let revision = 1;
  /** Delivers a record of a profile. */
  async function arrive(accountId: string, profileId: string, more: Partial<ProfileRecord> = {}): Promise<void> {
    const record: ProfileRecord = {
      kind: 'profile',
      account_id: accountId,
      profile_id: profileId,
      provider_name: 'caldav',
      profile_name: 'ada',
      connected: false,
      initial_sync: 'done',
      calendar_ids: [],
      revision: ++revision,
      deleted: false,
      ...more,
    };
    await apply(setup.database.pool, accountId, [record]);
  }

  /** `profile_relink_url` as the application receives it; undefined: nothing to relink. */
  async function relinkUrl(token: string): Promise<string | undefined> {
    const { page } = await setup.visitor({ authorization: `Bearer ${token}` }).open('/v1/profiles');
    const { profiles } = JSON.parse(page) as { profiles: { profile_relink_url?: string }[] };
    return profiles[0]!.profile_relink_url;
  }

  async function withCaldav(provider_name = 'caldav') {
    const account = await newAccount(setup.database.pool);
    const profileId = `pro_${account.accountId.slice(4)}`;
    await arrive(account.accountId, profileId, { provider_name });
    return { ...account, profileId, url: (await relinkUrl(account.token))! };
  }

  /** calendar-sync accepts the password; the server reports the user. */
  const accepted =
    (principal = '/principals/ada/'): ConsentSetup['answer']['relink'] =>
    () => ({
      outcome: 'staged',
      provider_name: 'caldav',
      profile_name: 'ada',
      identity: { origin: 'https://calendar.example', principal },
      earlier_profile_proved: false,
      calendar_names: ['Work'],
    });
  const wrong = () => ({
    outcome: 'refused' as const,
    refusal: 'authentication-failed' as const,
    description: 'calendar.example did not accept the user name and password.',
  });

  const post = (visitor: Visitor, page: string, fields: Record<string, string> = {}) =>
    visitor.open('/oauth/relink', { relink: Visitor.hidden(page, 'relink'), ...fields });

  describe('of a CalDAV profile', () => {
    it('given a user who cancels, then the page reports that nothing was changed, and no password is tried', async () => {
      const { url } = await withCaldav();
      const visitor = setup.visitor();
      const { page } = await visitor.open(url);
      expect(page).toContain('>Cancel</button>');
      const cancelled = await post(visitor, page, { decision: 'deny', password: 'secret' });
      expect([cancelled.status, cancelled.page.includes('Nothing was changed')]).toEqual([200, true]);
      expect([setup.relinkRequests, await setup.settled()]).toEqual([[], []]);
    });

    it('given an account whose access ended, before or after the page was opened, then nothing can be connected (AUTH-13)', async () => {
      const { url, accountId } = await withCaldav();
      setup.answer.relink = accepted();
      const visitor = setup.visitor();
      const { page } = await visitor.open(url);
      await setup.database.pool.query('UPDATE account SET access_ended = true WHERE account_id = $1', [accountId]);
      const answer = await post(visitor, page, { password: 'secret' });
      expect([answer.status, (await visitor.open(url)).status]).toEqual([400, 404]);
      expect([setup.relinkRequests, await setup.settled()]).toEqual([[], []]);
    });

    it('given an account whose access ends while the password is tried, then the connection is erased', async () => {
      const { url, accountId } = await withCaldav();
      const visitor = setup.visitor();
      const { page } = await visitor.open(url);
      setup.answer.relink = accepted();
      await setup.database.pool.query(
        `CREATE FUNCTION end_access() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           UPDATE account SET access_ended = true; RETURN NEW; END $$`,
      );
      await setup.database.pool.query(
        'CREATE TRIGGER end_access AFTER INSERT ON staged_connection FOR EACH ROW EXECUTE FUNCTION end_access()',
      );
      const answer = await post(visitor, page, { password: 'secret' });
      await setup.database.pool.query('DROP FUNCTION end_access CASCADE');
      expect(answer.status).toBe(422);
      expect(await setup.settled()).toMatchObject([{ kind: 'drop' }]);
      await setup.database.pool.query('UPDATE account SET access_ended = false WHERE account_id <> $1', [accountId]);
    });

    it('given the right password, then calendar-sync gets it sealed for that profile, and the user sees the result', async () => {
      const { url, accountId, profileId } = await withCaldav();
      expect(url.startsWith(`${publicUrl}/oauth/relink/${profileId}/`)).toBe(true);
      setup.answer.relink = accepted();
      const visitor = setup.visitor();
      const { status, page, headers } = await visitor.open(url);
      expect([status, page.includes('name="username"'), page.includes('name="url"')]).toEqual([200, false, false]);
      expect(page).toContain('<h1>Connect ada again</h1>');
      expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'no-store']);
      const answer = await post(visitor, page, { password: 'new secret' });
      expect([answer.status, answer.page.includes('Connected again')]).toEqual([200, true]);
      const [{ sealed_password, profile_id: staged_id, ...rest }] = setup.relinkRequests as [
        (typeof setup.relinkRequests)[0],
      ];
      expect(rest).toMatchObject({ account_id: accountId, stored_profile_id: profileId });
      expect(setup.sealer.open(sealed_password, `profile:${staged_id}`)).toBe('new secret');
      expect(await setup.settled()).toEqual([
        { kind: 'publish', account_id: accountId, staged_id, profile_id: profileId, access: 1 },
      ]);
    });

    it('given an identity that another account has proved, then it is dropped, and both stay the same', async () => {
      const [mine, other] = [await withCaldav(), await withCaldav()];
      setup.answer.relink = accepted();
      const relink = async (url: string) => {
        const visitor = setup.visitor();
        return post(visitor, (await visitor.open(url)).page, { password: 'right' });
      };
      expect((await relink(other.url)).status).toBe(200);
      const refused = await relink(mine.url);
      expect([refused.status, refused.page.includes('belongs to another account')]).toEqual([422, true]);
      const staged_id = setup.relinkRequests[1]!.profile_id;
      expect((await setup.settled()).slice(1)).toEqual([{ kind: 'drop', staged_id }]);
      const { rows } = await setup.database.pool.query('SELECT account_id, profile_id FROM profile_identity');
      expect(rows).toEqual([{ account_id: other.accountId, profile_id: other.profileId }]);
    });

    it('given a profile from before identities were proved, when relinked, then the proved identity replaces the old one', async () => {
      const { url, accountId, profileId } = await withCaldav();
      await setup.database.pool.query("INSERT INTO profile_identity VALUES ('app', 'typed', $1, $2)", [
        accountId,
        profileId,
      ]);
      setup.answer.relink = accepted();
      const visitor = setup.visitor();
      await post(visitor, (await visitor.open(url)).page, { password: 'right' });
      const { rows } = await setup.database.pool.query<{ identity_hash: string }>(
        'SELECT identity_hash FROM profile_identity WHERE profile_id = $1',
        [profileId],
      );
      expect(rows.map(({ identity_hash }) => identity_hash)).toEqual([
        createHash('sha256').update('caldav-principal\nhttps://calendar.example\n/principals/ada/').digest('hex'),
      ]);
    });

    it('given a wrong one, then the page shows why and prompts again', async () => {
      const { url } = await withCaldav();
      setup.answer.relink = wrong;
      const visitor = setup.visitor();
      const first = await post(visitor, (await visitor.open(url)).page, { password: 'wrong' });
      expect(first.status).toBe(422);
      expect(first.page).toContain('calendar.example did not accept');
      const empty = await post(visitor, first.page, { password: '' });
      expect([empty.status, setup.relinkRequests.length]).toEqual([422, 1]);
    });

    it('given endless wrong passwords, then no more are tried: for the profile, nor from the address', async () => {
      const [mine, other] = [await withCaldav('apple'), await withCaldav()];
      setup.answer.relink = wrong;
      const from = async (address: string, url: string) => {
        const visitor = setup.visitor({ 'x-forwarded-for': address });
        const { page } = await visitor.open(url);
        return (password: string) => post(visitor, page, { password });
      };
      const guess = await from('192.0.2.1', mine.url);
      for (let tries = 0; tries < 30; tries++) expect((await guess(`guess ${tries}`)).status).toBe(422);
      const stopped = await guess('another');
      expect([stopped.status, stopped.page.includes('Too many wrong passwords')]).toEqual([429, true]);
      expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await (await from('192.0.2.2', mine.url))('another')).status).toBe(429);
      expect((await (await from('192.0.2.1', other.url))('another')).status).toBe(429);
      expect(setup.relinkRequests).toHaveLength(30);
      expect((await (await from('192.0.2.2', other.url))('another')).status).toBe(422);
    });

    it('given the form of another browser, an old one, or none, then no request is sent', async () => {
      const { url } = await withCaldav();
      const [victim, attacker] = [setup.visitor(), setup.visitor()];
      const { page } = await victim.open(url);
      await attacker.open(url);
      expect((await post(attacker, page, { password: 'x' })).status).toBe(400);
      expect((await victim.open('/oauth/relink', { password: 'x' })).status).toBe(400);
      clock.advance(30 * minute);
      expect((await post(victim, page, { password: 'x' })).status).toBe(400);
      expect(setup.relinkRequests).toEqual([]);
    });
  });

  it('given a guessed address, or that of another profile, then it is not found, whether or not the profile exists', async () => {
    const { url, profileId } = await withCaldav();
    const token = url.split('/').at(-1)!;
    const strange = [
      `/oauth/relink/${profileId}/guess`,
      `/oauth/relink/${profileId}/${'A'.repeat(token.length)}`,
      `/oauth/relink/pro_other/${token}`,
    ];
    const answers = await Promise.all(strange.map((path) => setup.visitor().open(path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ page }) => page)).size).toBe(1);
  });

  it('given a connected profile, or a built-in one, then there is nothing to do', async () => {
    const { url, accountId, profileId, token } = await withCaldav();
    const visitor = setup.visitor();
    const { page } = await visitor.open(url);
    await arrive(accountId, profileId, { connected: true });
    expect(await relinkUrl(token)).toBeUndefined();
    expect((await visitor.open(url)).page).toContain('This calendar is connected');
    expect((await post(visitor, page, { password: 'x' })).page).toContain('This calendar is connected');
    expect(setup.relinkRequests).toEqual([]);
    const own = await withCaldav('kalends');
    expect((await visitor.open(own.url)).page).toContain('Connect a calendar there again');
  });

  it('given a password refused by a provider with app passwords, then the page states in its language where they are', async () => {
    const { url } = await withCaldav();
    setup.answer.relink = () => ({ ...wrong(), app_passwords_of: 'fastmail' });
    const visitor = setup.visitor();
    const { page } = await visitor.open(`${url}?locale=de`);
    const answer = await post(visitor, page, { password: 'wrong' });
    expect([answer.status, answer.page]).toEqual([
      422,
      expect.stringContaining('Fastmail akzeptiert nur App-Passwörter'),
    ]);
  });

  it('given a locale, then the page is in that language, and so is what follows', async () => {
    const { url } = await withCaldav();
    setup.answer.relink = wrong;
    const visitor = setup.visitor();
    const { page } = await visitor.open(`${url}?locale=de-CH`);
    expect(page).toContain('<html lang="de"');
    expect(page).toContain('ada wieder verbinden');
    expect((await post(visitor, page, { password: 'x' })).page).toContain('nicht angenommen');
    const french = setup.visitor({ 'accept-language': 'fr-CA,fr;q=0.9' });
    expect((await french.open(`${url}?locale=xx`)).page).toContain('<html lang="fr"');
  });

  describe('of a Google profile', () => {
    /** Ada connects Google; then the permission is revoked. */
    async function disconnected(scope = 'read_events create_calendar') {
      const visitor = setup.visitor();
      await decide(visitor, (await connect(visitor, ada, { scope })).location, 'allow');
      const { account_id, profile_id } = (await setup.settled())[0] as Extract<SettleProfile, { kind: 'publish' }>;
      await setup.database.pool.query(
        'INSERT INTO authorization_grant (grant_id, account_id, scope, public_client) VALUES ($1, $1, $2, false)',
        [account_id, scope.split(' ')],
      );
      await arrive(account_id, profile_id, { provider_name: 'google', profile_name: ada });
      setup.stageRequests.length = 0;
      return { account_id, profile_id, url: setup.relinkUrl(profile_id) };
    }

    /** Another browser opens the address that the application shows, up to Google's consent page. */
    async function toGoogleAgain(url: string, visitor = setup.visitor()) {
      const { page } = await visitor.open(url);
      const { status, location } = await post(visitor, page);
      expect([status, location.startsWith('/oauth/providers/google/start?relink=')]).toEqual([303, true]);
      return { visitor, consentPage: (await visitor.open(location)).location };
    }

    it('given the same person, then Google gets their address and the same scopes as before, and the same ids are kept', async () => {
      const { url, account_id, profile_id } = await disconnected();
      const { visitor, consentPage } = await toGoogleAgain(url);
      const { searchParams } = new URL(consentPage);
      expect([searchParams.get('login_hint'), searchParams.get('prompt')]).toEqual([ada, 'consent']);
      expect(searchParams.get('scope')).toContain('calendar.app.created');
      const done = await visitor.open(await decideAtGoogle(consentPage, ada));
      expect([done.status, done.location, done.page.includes('Connected again')]).toEqual([200, '', true]);
      expect(setup.stageRequests).toMatchObject([{ profile_name: ada }]);
      const staged_id = setup.stageRequests[0]!.profile_id;
      expect((await setup.settled()).slice(1)).toEqual([
        { kind: 'publish', account_id, staged_id, profile_id, access: 2 },
      ]);
      expect(await setup.count('account')).toBe(1);
    });

    it('given another person, then nothing is kept, their tokens are revoked, and the page names them', async () => {
      const { url } = await disconnected();
      const { visitor, consentPage } = await toGoogleAgain(url);
      const { status, page } = await visitor.open(await decideAtGoogle(consentPage, bob));
      expect([status, page.includes(`${bob} is another Google account`)]).toEqual([409, true]);
      expect([setup.stageRequests.length, (await setup.counts()).revoke]).toEqual([0, 1]);
      expect(await setup.count('profile_identity')).toBe(1);
      expect(page).toContain(`action="${url}"`);
    });

    it('given a person with their own profile in the application, then that is not moved either', async () => {
      const other = setup.visitor();
      const { url } = await disconnected();
      await decide(other, (await connect(other, bob)).location, 'allow');
      setup.stageRequests.length = 0;
      const { visitor, consentPage } = await toGoogleAgain(url);
      expect((await visitor.open(await decideAtGoogle(consentPage, bob))).status).toBe(409);
      expect([setup.stageRequests.length, (await setup.counts()).revoke]).toEqual([0, undefined]);
    });

    it('given a user who cancels, or leaves a box unticked, then the page reports that nothing was changed', async () => {
      const { url } = await disconnected();
      const first = await toGoogleAgain(url);
      const cancelled = await first.visitor.open(await decideAtGoogle(first.consentPage, ada, 'deny'));
      const second = await toGoogleAgain(url);
      const partly = await second.visitor.open(await decideAtGoogle(second.consentPage, ada, 'allow', ['openid']));
      for (const { status, page } of [cancelled, partly]) {
        expect([status, page.includes('Nothing was changed')]).toEqual([403, true]);
      }
      expect([setup.stageRequests.length, (await setup.counts()).revoke]).toEqual([0, undefined]);
    });

    it('given an unreachable Google, then 503 and another attempt', async () => {
      const { url } = await disconnected();
      const { visitor, consentPage } = await toGoogleAgain(url);
      const back = await decideAtGoogle(consentPage, ada);
      await setup.control('faults', { path: '/token', status: 503 });
      expect((await visitor.open(back)).status).toBe(503);
      const again = await toGoogleAgain(url, visitor);
      expect((await visitor.open(await decideAtGoogle(again.consentPage, ada))).status).toBe(200);
    });

    it('given the answer in another browser, twice, or a state for a journey, then nothing changes', async () => {
      const { url } = await disconnected();
      const { visitor, consentPage } = await toGoogleAgain(url);
      const back = await decideAtGoogle(consentPage, ada);
      const stranger = setup.visitor();
      await stranger.open(url);
      expect((await stranger.open(back)).status).toBe(400);
      expect((await visitor.open(back)).status).toBe(200);
      expect((await visitor.open(back)).status).toBe(400);
      const { page } = await visitor.open(url);
      const asJourney = `/oauth/providers/google/start?journey=${Visitor.hidden(page, 'relink')}`;
      expect((await visitor.open(asJourney)).status).toBe(400);
      expect(setup.stageRequests).toHaveLength(1);
    });
  });
});
