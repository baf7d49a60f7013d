import { createHash } from 'node:crypto';
import type { SettleProfile } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  connectMicrosoft,
  decide,
  decideAtMicrosoft,
  eve,
  grace,
  publicUrl,
  redirectUri,
  startConsentSetup,
  toMicrosoft,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

type Published = Extract<SettleProfile, { kind: 'publish' }>;

describe('the consent at Microsoft', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now);
  });
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    await setup.control('clock', { now: new Date(clock.now()).toISOString() });
  });

  const accounts = async () => (await setup.database.pool.query('SELECT account_id, email FROM account')).rows;
  const userAt = async (email: string) => {
    const state = (await (await fetch(`${setup.google}/control/state`)).json()) as {
      microsoft: { users: { email: string; oid: string; tid: string }[] };
    };
    return state.microsoft.users.find((one) => one.email === email)!;
  };

  it('given provider_name=exchange, then it redirects straight to Microsoft: PKCE, nonce, account picker, a sealed state', async () => {
    const url = new URL(await toMicrosoft(setup.visitor()));
    expect(`${url.origin}${url.pathname}`).toBe(`${setup.google}/common/oauth2/v2.0/authorize`);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      response_type: 'code',
      client_id: 'kalends',
      redirect_uri: `${publicUrl}/oauth/providers/microsoft/callback`,
      scope: 'openid profile email offline_access User.Read Calendars.ReadWrite',
      prompt: 'select_account',
      code_challenge_method: 'S256',
    });
    expect(code_challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(nonce).toBe(createHash('sha256').update(`nonce:${state}`).digest('hex'));
    expect(state).not.toContain('app-state');
  });

  it.each(['exchange', 'office365', 'live_connect', 'outlook_com'])(
    'given provider_name=%s, then the user signs in at Microsoft',
    async (provider_name) => {
      const { status, location } = await setup.visitor().open(authorizeUrl({ provider_name }));
      expect([status, location.startsWith('/oauth/providers/microsoft/start?')]).toEqual([303, true]);
    },
  );

  it.each([
    ['read_only', 'Calendars.Read'],
    ['read_free_busy', 'Calendars.ReadBasic'],
    ['list_calendars', 'Calendars.ReadBasic'],
    ['create_event', 'Calendars.ReadWrite'],
    ['read_events create_calendar', 'Calendars.ReadWrite'],
    ['read_events change_participation_status', 'Calendars.ReadWrite'],
  ])('given an application that requests %s, then Microsoft is requested for %s', async (scope, least) => {
    const url = new URL(await toMicrosoft(setup.visitor(), { scope }));
    expect(url.searchParams.get('scope')).toBe(`openid profile email offline_access User.Read ${least}`);
  });

  it.each([
    ['Microsoft 365', 'exchange', grace, 'exchange'],
    ['Outlook.com', 'live_connect', eve, 'live_connect'],
    ['Outlook.com, though it is a work account', 'live_connect', grace, 'exchange'],
    ['Microsoft 365, though it is a personal account', 'exchange', eve, 'live_connect'],
  ])('given the page of choices and %s, then the tenant decides what it is', async (_what, chosen, email, provider) => {
    const visitor = setup.visitor();
    const { page } = await visitor.open(authorizeUrl());
    expect([page.includes('Microsoft 365'), page.includes('Outlook.com')]).toEqual([true, true]);
    const form = { journey: Visitor.hidden(page, 'journey'), provider_name: chosen };
    const { location } = await visitor.open((await visitor.open('/oauth/authorize/connect', form)).location);
    const back = await visitor.open(await decideAtMicrosoft(location, email));
    expect([back.status, /<code>.*<\/code>/.exec(back.page)?.[0]]).toEqual([303, undefined]);
    const { tid, oid } = await userAt(email);
    const { sealed_tokens, profile_id, ...staged } = setup.stageRequests[0]!;
    expect(staged).toEqual({
      kind: 'oauth',
      provider_name: provider,
      profile_name: email,
      subject: `${tid}.${oid}`,
      scope: ['openid', 'profile', 'email', 'User.Read', 'Calendars.ReadWrite'],
      default_tzid: 'Etc/UTC',
    });
    const tokens = JSON.parse(setup.sealer.open(sealed_tokens, `profile:${profile_id}`)) as Record<string, unknown>;
    const headers = { authorization: `Bearer ${tokens.access_token as string}` };
    expect(await (await fetch(`${setup.google}/v1.0/me`, { headers })).json()).toMatchObject({
      userPrincipalName: email,
    });
    expect(tokens.expires_at).toBe(clock.now() + 3_600_000);
  });

  it('given consent and Allow, then the application gets a code, and the account has no e-mail address', async () => {
    const visitor = setup.visitor();
    const { page, answer } = await decide(visitor, (await connectMicrosoft(visitor, grace)).location, 'allow');
    expect(page).toContain('Allow Planner to use your calendars?');
    expect([answer.origin + answer.pathname, answer.searchParams.get('state')]).toEqual([redirectUri, 'app-state']);
    expect(answer.searchParams.get('code')).toMatch(/^.{32}$/);
    expect(await accounts()).toEqual([{ account_id: expect.any(String) as string, email: null }]);
  });

  it('given the same person in another browser, then account and profile are the same (ACC-1)', async () => {
    for (const visitor of [setup.visitor(), setup.visitor()])
      await decide(visitor, (await connectMicrosoft(visitor, grace)).location, 'allow');
    const [first, second] = (await setup.settled()) as Published[];
    expect([second!.account_id, second!.profile_id]).toEqual([first!.account_id, first!.profile_id]);
  });

  it('given an account of another account, then a page that names Microsoft, and nothing is moved', async () => {
    const [first, second] = [setup.visitor(), setup.visitor()];
    await decide(first, (await connectMicrosoft(first, grace)).location, 'allow');
    await decide(second, (await connectMicrosoft(second, eve)).location, 'allow');
    const { status, page } = await connectMicrosoft(second, grace);
    expect([status, page.includes('This Microsoft account belongs to another account of Planner')]).toEqual([
      409,
      true,
    ]);
    expect(setup.stageRequests).toHaveLength(2);
  });

  it("given Google's state and code at Microsoft's address, or the reverse, then nothing is exchanged (RFC 9700 §4.4)", async () => {
    const visitor = setup.visitor();
    const back = new URL(await decideAtMicrosoft(await toMicrosoft(visitor), grace));
    const { status } = await visitor.open(`/oauth/providers/google/callback${back.search}`);
    expect([status, setup.stageRequests]).toEqual([400, []]);
  });
});

describe('a gateway for some of the accounts at Microsoft', () => {
  it.each([
    ['organizations', true, false],
    ['consumers', false, true],
    ['work.example', true, false],
    ['9188040d-6c67-4c5b-b112-36a304b66dad', true, false],
  ])('given the tenant %s, then only its accounts are offered', async (MICROSOFT_TENANT, work, personal) => {
    const setup = await startConsentSetup(testClock().now, { MICROSOFT_TENANT });
    await setup.reset();
    const { page } = await setup.visitor().open(authorizeUrl());
    expect([page.includes('Microsoft 365'), page.includes('Outlook.com')]).toEqual([work, personal]);
    const url = new URL(await toMicrosoft(setup.visitor()));
    expect(url.pathname).toBe(`/${MICROSOFT_TENANT}/oauth2/v2.0/authorize`);
    await setup.close();
  });

  it.each([
    ['rooms', 'read_only', 'Calendars.Read Place.Read.All'],
    ['shared-calendars', 'read_only', 'Calendars.Read Calendars.Read.Shared'],
    ['shared-calendars, rooms', 'create_event', 'Calendars.ReadWrite Calendars.ReadWrite.Shared Place.Read.All'],
    ['shared-calendars', 'free_busy', 'Calendars.ReadBasic'],
    ['working-hours', 'free_busy', 'Calendars.ReadBasic MailboxSettings.Read'],
  ])(
    'given %s as further access and an application for %s, then Microsoft is requested for %s',
    async (access, scope, requested) => {
      const setup = await startConsentSetup(testClock().now, {
        MICROSOFT_TENANT: 'organizations',
        MICROSOFT_OPTIONAL_ACCESS: access,
      });
      await setup.reset();
      const url = new URL(await toMicrosoft(setup.visitor(), { scope }));
      expect(url.searchParams.get('scope')).toBe(`openid profile email offline_access User.Read ${requested}`);
      await setup.close();
    },
  );

  it('given no client at Microsoft, then it is not offered and its addresses report it', async () => {
    const setup = await startConsentSetup(testClock().now, { MICROSOFT_CLIENT_ID: undefined });
    const visitor = setup.visitor();
    const { page } = await visitor.open(authorizeUrl({ provider_name: 'exchange' }));
    expect([page.includes('Which calendar?'), /Microsoft|Outlook/.test(page)]).toEqual([true, false]);
    for (const path of ['start', 'callback', 'admin-consent', 'admin-consent/callback']) {
      const { status, page: shown } = await visitor.open(`/oauth/providers/microsoft/${path}`);
      expect([path, status, shown.includes('Microsoft’s calendars are not offered here')]).toEqual([path, 404, true]);
    }
    expect((await visitor.open('/oauth/providers/other/start')).status).toBe(404);
    await setup.close();
  });
});
