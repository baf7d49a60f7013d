import { createHash } from 'node:crypto';
import type { SettleProfile } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  authorizeUrl,
  bob,
  connect,
  consentScopes,
  decide,
  decideAtGoogle,
  publicUrl,
  redirectUri,
  startConsentSetup,
  toGoogle,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

const { events, read, times, lists, create } = consentScopes;

type Published = Extract<SettleProfile, { kind: 'publish' }>;

describe('the consent at Google', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now);
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const accounts = async () =>
    (await setup.database.pool.query<{ account_id: string; email: string }>('SELECT account_id, email FROM account'))
      .rows;

  const errorOf = (location: string) => {
    expect(location.startsWith(`${redirectUri}?`)).toBe(true);
    const { searchParams } = new URL(location);
    expect([searchParams.get('state'), searchParams.get('iss'), searchParams.get('code')]).toEqual([
      'app-state',
      publicUrl,
      null,
    ]);
    expect(searchParams.get('error_description')).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
    return searchParams.get('error');
  };

  describe('the redirect to Google', () => {
    it('given provider_name=google, then it redirects straight to Google: PKCE, offline, minimal scopes, a sealed state', async () => {
      const visitor = setup.visitor();
      const url = new URL(await toGoogle(visitor, { locale: 'de-AT' }));
      expect(`${url.origin}${url.pathname}`).toBe(`${setup.google}/o/oauth2/v2/auth`);
      const { state, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
      expect(rest).toEqual({
        response_type: 'code',
        client_id: 'kalends',
        redirect_uri: `${publicUrl}/oauth/providers/google/callback`,
        scope: `openid email ${events} ${lists}`,
        access_type: 'offline',
        prompt: 'consent',
        hl: 'de-AT',
        code_challenge_method: 'S256',
      });
      expect(code_challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(state).not.toContain('app-state');
      const digest = createHash('sha256').update(state!).digest('hex').slice(0, 16);
      expect([...visitor.cookies.keys()]).toEqual(['kalends_browser', `kalends_consent_${digest}`]);
    });

    it.each([
      ['read_events', [read, lists]],
      ['read_only', [read, lists]],
      ['read_free_busy', [times, lists]],
      ['free_busy', [times, lists]],
      ['list_calendars', [times, lists]],
      ['create_event', [events, lists]],
      ['delete_event', [events, lists]],
      ['read_events change_participation_status', [events, lists]],
      ['free_busy_write', [events, lists]],
      ['read_events create_calendar', [read, lists, create]],
      ['read_write', [events, lists, create]],
    ])(
      'given an application that requests %s, then Google is requested for the minimum that it needs',
      async (scope, least) => {
        const url = new URL(await toGoogle(setup.visitor(), { scope }));
        expect(url.searchParams.get('scope')).toBe(['openid', 'email', ...least].join(' '));
      },
    );

    it('given an account that was allowed to write before, when its user connects for less, then both are requested from Google', async () => {
      const visitor = setup.visitor();
      await decide(visitor, (await connect(visitor)).location, 'allow');
      const [account] = await accounts();
      await setup.database.pool.query(
        "INSERT INTO authorization_grant (grant_id, account_id, scope, public_client) VALUES ('g', $1, $2, false)",
        [account!.account_id, ['read_events', 'create_event']],
      );
      const scopeOf = async (who: Visitor) =>
        new URL(await toGoogle(who, { scope: 'read_events' })).searchParams.get('scope');
      expect(await scopeOf(visitor)).toBe(`openid email ${events} ${lists}`);
      expect(await scopeOf(setup.visitor())).toBe(`openid email ${read} ${lists}`);
    });

    it('given the page of choices, when Google is chosen, then it redirects to Google and sets the cookie with all its attributes', async () => {
      const visitor = setup.visitor();
      const { page, status } = await visitor.open(authorizeUrl());
      expect([status, page.includes('value="google"')]).toEqual([200, true]);
      const journey = Visitor.hidden(page, 'journey');
      const chosen = await visitor.open('/oauth/authorize/connect', { journey, provider_name: 'google' });
      expect([chosen.status, chosen.location.startsWith('/oauth/providers/google/start?')]).toEqual([303, true]);
      const started = await visitor.open(chosen.location);
      expect([started.status, new URL(started.location).origin]).toEqual([302, setup.google]);
      expect(started.setCookies).toHaveLength(1);
      expect(started.setCookies[0]).toMatch(/; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    });

    it.each([
      ['no journey', ''],
      ['a forged one', '?journey=v1.00000000.AAAA.BBBB'],
      ['two', '?journey=a&journey=b'],
    ])('given %s, when started, then a clear page and no redirect', async (_what, query) => {
      const visitor = setup.visitor();
      await visitor.open(authorizeUrl());
      const { status, location, page } = await visitor.open(`/oauth/providers/google/start${query}`);
      expect([status, location]).toEqual([400, '']);
      expect(page).toContain('This link does not work');
    });

    it("given another browser's journey, when started, then a clear page and no redirect", async () => {
      const [visitor, other] = [setup.visitor(), setup.visitor()];
      await other.open(authorizeUrl());
      const { location } = await visitor.open(authorizeUrl({ provider_name: 'google' }));
      expect((await other.open(location)).status).toBe(400);
    });
  });

  describe('the return with a code', () => {
    it('given consent, then calendar-sync receives sealed tokens, the page names what is shared, and the application gets a code', async () => {
      const visitor = setup.visitor();
      const back = await connect(visitor);
      expect([back.status, back.location.startsWith('/oauth/authorize/consent?journey=')]).toEqual([303, true]);
      expect([await accounts(), await setup.settled()]).toEqual([[], []]);
      expect(setup.stageRequests).toHaveLength(1);
      const { sealed_tokens, subject, profile_id, ...rest } = setup.stageRequests[0]!;
      expect(rest).toEqual({
        kind: 'oauth',
        provider_name: 'google',
        profile_name: ada,
        scope: ['openid', 'email', events, lists],
        default_tzid: 'Etc/UTC',
      });
      expect([/^\d+$/.test(subject), /^pro_/.test(profile_id)]).toEqual([true, true]);
      const tokens = JSON.parse(setup.sealer.open(sealed_tokens, `profile:${profile_id}`)) as Record<string, unknown>;
      expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_at', 'refresh_token']);
      expect(tokens.expires_at).toBe(clock.now() + 3_600_000);
      const headers = { authorization: `Bearer ${tokens.access_token as string}` };
      expect(await (await fetch(`${setup.google}/v1/userinfo`, { headers })).json()).toMatchObject({ sub: subject });

      const { page, answer } = await decide(visitor, back.location, 'allow');
      expect(page).toContain('Allow Planner to use your calendars?');
      expect(page).toContain('your events (with titles, places and attendees)');
      expect([answer.origin + answer.pathname, answer.searchParams.get('state')]).toEqual([redirectUri, 'app-state']);
      expect(answer.searchParams.get('code')).toMatch(/^.{32}$/);
      const [{ account_id, email }] = (await accounts()) as [{ account_id: string; email: string }];
      expect(email).toBe(ada);
      const { rows } = await setup.database.pool.query('SELECT account_id, profile_id FROM authorization_code');
      expect(rows).toEqual([{ account_id, profile_id }]);
      expect(await setup.settled()).toEqual([
        { kind: 'publish', account_id, staged_id: profile_id, profile_id, default_tzid: 'Etc/UTC', access: 1 },
      ]);
    });

    it('given a new account, when its user denies in the end, then it does not exist, and what was staged is dropped', async () => {
      const visitor = setup.visitor();
      const { location } = await connect(visitor);
      expect(errorOf((await decide(visitor, location, 'deny')).answer.href)).toBe('access_denied');
      expect([await accounts(), await setup.count('staged_connection')]).toEqual([[], 0]);
      expect(await setup.settled()).toEqual([{ kind: 'drop', staged_id: setup.stageRequests[0]!.profile_id }]);
    });

    it('given the page of choices, then its time zone is the default of the profile', async () => {
      const visitor = setup.visitor();
      const { page } = await visitor.open(authorizeUrl());
      const journey = Visitor.hidden(page, 'journey');
      const form = { journey, provider_name: 'google', tzid: 'Europe/Vienna' };
      const { location } = await visitor.open((await visitor.open('/oauth/authorize/connect', form)).location);
      await visitor.open(await decideAtGoogle(location, ada));
      expect(setup.stageRequests[0]!.default_tzid).toBe('Europe/Vienna');
    });
  });

  describe('the second time', () => {
    it('given the same Google account in another browser, then its account and profile are the same (ACC-1)', async () => {
      for (const visitor of [setup.visitor(), setup.visitor()])
        await decide(visitor, (await connect(visitor)).location, 'allow');
      expect(await accounts()).toHaveLength(1);
      const [first, second] = (await setup.settled()) as Published[];
      expect([second!.account_id, second!.profile_id]).toEqual([first!.account_id, first!.profile_id]);
      expect(second!.staged_id).toBe(setup.stageRequests[1]!.profile_id);
    });

    it('given another one in the same browser, then both are in one account; with avoid_linking in two', async () => {
      const visitor = setup.visitor();
      await decide(visitor, (await connect(visitor)).location, 'allow');
      await decide(visitor, (await connect(visitor, bob)).location, 'allow');
      const published = (await setup.settled()) as Published[];
      expect(new Set(published.map(({ account_id }) => account_id)).size).toBe(1);
      expect(new Set(published.map(({ profile_id }) => profile_id)).size).toBe(2);
      await setup.reset();
      const other = setup.visitor();
      await decide(other, (await connect(other)).location, 'allow');
      await decide(other, (await connect(other, bob, { avoid_linking: 'true' })).location, 'allow');
      expect((await accounts()).map(({ email }) => email).sort()).toEqual([ada, bob]);
    });

    it('given a Google account of another account, then a clear page, no changes, and two options to continue', async () => {
      const [first, second] = [setup.visitor(), setup.visitor()];
      await decide(first, (await connect(first, ada)).location, 'allow');
      await decide(second, (await connect(second, bob)).location, 'allow');
      const { status, location, page } = await connect(second, ada);
      expect([status, location, setup.stageRequests.length]).toEqual([409, '', 2]);
      expect(page).toContain('This Google account belongs to another account of Planner');
      expect((await setup.counts()).revoke).toBeUndefined();
      const journey = Visitor.hidden(page, 'journey');
      expect((await second.open(`/oauth/authorize/choose?journey=${journey}`)).page).toContain('Which calendar?');
      const denied = await second.open('/oauth/authorize/consent', { journey, decision: 'deny' });
      expect(errorOf(denied.location)).toBe('access_denied');
      expect(await accounts()).toHaveLength(2);
    });
  });
});
