import { createHash } from 'node:crypto';
import { BrokerUnavailable, DeadlineExceeded } from '@kalends/messaging';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConsentCookie } from './consent-cookie.js';
import {
  ada,
  authorizeUrl,
  bob,
  decide,
  decideAtGoogle,
  publicUrl,
  redirectUri,
  startConsentSetup,
  toGoogle,
  type ConsentSetup,
  type Step,
} from '../journey/consent.fixture.js';

const callback = '/oauth/providers/google/callback';
const minute = 60_000;
const underWay = { browserId: 'browser', state: 'state', verifier: 'verifier' };
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('a failed consent at Google', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => {
    setup = await startConsentSetup(clock.now);
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const stateIn = (url: string) => new URL(url).searchParams.get('state')!;

  function expectError({ status, location, headers }: Step, error: string): void {
    expect([status, location.startsWith(`${redirectUri}?`), headers.get('cache-control')]).toEqual([
      302,
      true,
      'no-store',
    ]);
    const { error_description: description, ...answer } = Object.fromEntries(new URL(location).searchParams);
    expect(answer).toEqual({ error, state: 'app-state', iss: publicUrl });
    expect(description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
  }

  function expectPage({ status, location, page, headers }: Step): void {
    expect([status, location]).toEqual([400, '']);
    expect(page).toContain('This answer was already used, belongs to another browser');
    expect([headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual(['DENY', 'no-referrer']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(setup.stageRequests).toEqual([]);
  }

  describe('is reported to the application', () => {
    it('given a user who cancels, then access_denied', async () => {
      const visitor = setup.visitor();
      expectError(await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada, 'deny')), 'access_denied');
      expect([...visitor.cookies.keys()]).toEqual(['kalends_browser']);
    });

    it.each([
      ['temporarily_unavailable', 'temporarily_unavailable'],
      ['admin_policy_enforced', 'server_error'],
      ['<script>"', 'server_error'],
    ])('given %s from Google, then %s', async (error, expected) => {
      const visitor = setup.visitor();
      const state = stateIn(await toGoogle(visitor));
      expectError(await visitor.open(`${callback}?${new URLSearchParams({ state, error })}`), expected);
    });

    it.each([
      ['a code that is not Google’s', { code: 'guess' }, undefined, 'server_error'],
      ['a token endpoint that is down', {}, { path: '/token', status: 503 }, 'temporarily_unavailable'],
      ['a token endpoint that hangs up', {}, { path: '/token', lostAnswer: true }, 'temporarily_unavailable'],
      ['a userinfo endpoint that refuses', {}, { path: '/v1/userinfo', status: 401 }, 'server_error'],
      ['a userinfo endpoint that is down', {}, { path: '/v1/userinfo', status: 500 }, 'temporarily_unavailable'],
    ])('given %s, then no account is left behind', async (_what, change, fault, expected) => {
      const visitor = setup.visitor();
      const back = new URL(await decideAtGoogle(await toGoogle(visitor), ada));
      for (const [name, value] of Object.entries(change)) back.searchParams.set(name, value);
      if (fault) await setup.control('faults', fault);
      expectError(await visitor.open(back.href), expected);
      expect([setup.stageRequests.length, await setup.count('account')]).toEqual([0, 0]);
    });

    it('given a box left unticked, then access_denied and the tokens are revoked; not while the person is connected', async () => {
      const partly = ['openid', 'email', 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'];
      const visitor = setup.visitor();
      expectError(
        await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada, 'allow', partly)),
        'access_denied',
      );
      expect([setup.stageRequests.length, await setup.count('account'), (await setup.counts()).revoke]).toEqual([
        0, 0, 1,
      ]);
      const { location } = await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada));
      await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada, 'allow', partly));
      await decide(visitor, location, 'allow');
      await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada, 'allow', partly));
      expect((await setup.counts()).revoke).toBe(1);
    });

    const scopes = (...names: string[]) => names.map((name) => `https://www.googleapis.com/auth/calendar${name}`);

    it.each([
      ['read_events', scopes('.events.readonly'), 'access_denied'],
      ['read_events', scopes('.events.freebusy', '.calendarlist.readonly'), 'access_denied'],
      ['create_event', scopes('.events.readonly', '.calendarlist.readonly'), 'access_denied'],
      ['read_events', scopes('.events', '.calendarlist.readonly'), null],
      ['read_events', scopes('.readonly'), null],
      ['read_free_busy', scopes('.events.readonly', '.calendarlist'), null],
      ['create_event', scopes(''), null],
    ])('given an application that needs %s and Google’s grant of %j, then %s', async (scope, granted, expected) => {
      const visitor = setup.visitor();
      const all = ['openid', 'email', ...granted];
      const back = await visitor.open(await decideAtGoogle(await toGoogle(visitor, { scope }), ada, 'allow', all));
      if (expected !== null) return expectError(back, expected);
      expect([back.status, setup.stageRequests.map((one) => one.scope)]).toEqual([303, [all]]);
    });

    it.each([
      ['create_event create_calendar', scopes('.events', '.calendarlist.readonly'), true],
      ['create_event create_calendar', scopes('.events', '.calendarlist.readonly', '.app.created'), undefined],
      ['read_events', scopes('.events.readonly', '.calendarlist.readonly'), undefined],
    ])(
      'given an application that needs %s and a grant of %j, then calendar-sync knows whether it is less: %s (ACC-15)',
      async (scope, granted, less) => {
        const all = ['openid', 'email', ...granted];
        const visitor = setup.visitor();
        await visitor.open(await decideAtGoogle(await toGoogle(visitor, { scope }), ada, 'allow', all));
        expect(setup.stageRequests.map((one) => one.less_granted)).toEqual([less]);
      },
    );

    it.each([
      ['authentication-failed', 'access_denied'],
      ['address-unreachable', 'temporarily_unavailable'],
      ['address-refused', 'server_error'],
    ])('given calendar-sync that returns %s, then %s, and no account is left behind', async (refusal, expected) => {
      const visitor = setup.visitor();
      setup.answer.now = () => ({ outcome: 'refused', refusal, description: 'Google’s “no” \\ "never"' });
      expectError(await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada)), expected);
      expect([await setup.count('account'), await setup.count('profile_identity')]).toEqual([0, 0]);
    });

    it.each([
      ['an unreachable broker', new BrokerUnavailable('away')],
      ['no answer in time', new DeadlineExceeded('late')],
    ])('given %s, then temporarily_unavailable and no account is left behind', async (_what, failure) => {
      const visitor = setup.visitor();
      setup.answer.now = () => failure;
      expectError(await visitor.open(await decideAtGoogle(await toGoogle(visitor), ada)), 'temporarily_unavailable');
      expect(await setup.count('account')).toBe(0);
    });
  });

  describe('is shown to the user alone', () => {
    it.each([
      ['nothing', {}],
      ['a code only', { code: 'x' }],
      ['an empty state', { state: '', code: 'x' }],
      ['a forged state', { state: 'v1.00000000.AAAA.BBBB', code: 'x' }],
      ['an error with a forged state', { state: 'forged', error: 'access_denied' }],
    ])('given %s, then a page and no redirect', async (_what, query: Record<string, string>) => {
      const visitor = setup.visitor();
      await toGoogle(visitor);
      expectPage(await visitor.open(`${callback}?${new URLSearchParams(query)}`));
    });

    it('given a state with neither code nor error, with both, or twice, then a page and no redirect', async () => {
      for (const rest of ['', '&code=x&error=y', '&code=x&state=z']) {
        const visitor = setup.visitor();
        const state = stateIn(await toGoogle(visitor));
        expectPage(await visitor.open(`${callback}?state=${state}${rest}`));
      }
    });

    it('given a state that was already used, then a page and no redirect', async () => {
      const visitor = setup.visitor();
      const back = await decideAtGoogle(await toGoogle(visitor), ada);
      await visitor.open(back);
      setup.stageRequests.length = 0;
      expectPage(await visitor.open(back));
    });

    it("given another user's state: their link opened, or their cookie planted as well, then a page", async () => {
      const [attacker, victim] = [setup.visitor(), setup.visitor()];
      const back = await decideAtGoogle(await toGoogle(attacker), bob);
      expectPage(await victim.open(back));
      await toGoogle(victim);
      expectPage(await victim.open(back));
      for (const [name, value] of attacker.cookies) if (name !== 'kalends_browser') victim.cookies.set(name, value);
      expectPage(await victim.open(back));
      expect(await setup.count('account')).toBe(0);
    });

    it('given the state of another window of the same browser, then its own cookie decides, and both windows work', async () => {
      const visitor = setup.visitor();
      const [first, second] = [await toGoogle(visitor), await toGoogle(visitor)];
      expect((await visitor.open(await decideAtGoogle(first, ada))).status).toBe(303);
      expect((await visitor.open(await decideAtGoogle(second, ada))).status).toBe(303);
      const [third, fourth] = [await toGoogle(visitor), await toGoogle(visitor)];
      const swapped = new URL(await decideAtGoogle(third, ada));
      swapped.searchParams.set('state', stateIn(fourth));
      expectError(await visitor.open(swapped.href), 'server_error');
    });

    it('given a user who takes longer than a quarter of an hour, then a page and no redirect', async () => {
      const visitor = setup.visitor();
      const back = await decideAtGoogle(await toGoogle(visitor), ada);
      clock.advance(15 * minute);
      expectPage(await visitor.open(back));
    });

    it('given an address that the application has not registered, then there is no redirect to Google', async () => {
      const redirect = await setup
        .visitor()
        .open(authorizeUrl({ provider_name: 'google', redirect_uri: 'https://evil.example/' }));
      expect([redirect.status, redirect.location]).toEqual([400, '']);
    });
  });

  it('given a cookie, when another browser or state presents it, or too late, then it opens nothing', () => {
    const kept = new Map<string, string>();
    const reply = { setCookie: (name: string, value: string) => kept.set(name, value) } as never;
    const cookie = new ConsentCookie(setup.sealer, false);
    cookie.issue(reply, underWay, 0);
    const [[name, value]] = [...kept] as [[string, string]];
    const takeCookie = (browserId: string | null, state: string, now: number) => {
      const request = { cookies: { [name]: value, [name.replace(/_[^_]+$/, `_${digest(state)}`)]: value } } as never;
      return cookie.take({ request, reply }, { browserId, state }, now);
    };
    expect(takeCookie('browser', 'state', 15 * minute - 1)).toBe('verifier');
    expect(takeCookie('browser', 'state', 15 * minute)).toBeNull();
    expect(takeCookie('another', 'state', 0)).toBeNull();
    expect(takeCookie('browser', 'another', 0)).toBeNull();
    expect(takeCookie(null, 'state', 0)).toBeNull();
    expect(kept.get(name)).toBe('');
  });

  it('given https, then no other host can have set the cookie, and it is never sent unencrypted', () => {
    const set: [name: string, options: object][] = [];
    const reply = { setCookie: (name: string, _value: string, options: object) => set.push([name, options]) };
    new ConsentCookie(setup.sealer, true).issue(reply as never, underWay, 0);
    expect(set[0]![0]).toMatch(/^__Host-/);
    expect(set[0]![1]).toEqual({ path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 900 });
  });
});

describe('a gateway that may not reach Google', () => {
  it('given addresses that the egress guard refuses, then nothing is sent and the application is notified', async () => {
    const setup = await startConsentSetup(testClock().now, { ALLOW_NETWORKS: '' });
    await setup.reset();
    const visitor = setup.visitor();
    const redirect = await visitor.open(authorizeUrl({ provider_name: 'google' }));
    const { location } = await visitor.open(redirect.location);
    const back = await visitor.open(await decideAtGoogle(location, ada));
    expect(new URL(back.location).searchParams.get('error')).toBe('temporarily_unavailable');
    expect((await setup.counts()).token).toBeUndefined();
    await setup.close();
  });
});

describe('a gateway without a client at Google', () => {
  it('given that, then Google is not offered and its addresses report it', async () => {
    const setup = await startConsentSetup(testClock().now, { GOOGLE_CLIENT_ID: undefined });
    const visitor = setup.visitor();
    const response = await visitor.open(authorizeUrl({ provider_name: 'google' }));
    expect([response.status, response.page.includes('Which calendar?'), response.page.includes('Google')]).toEqual([
      200,
      true,
      false,
    ]);
    for (const path of ['start', 'callback']) {
      const { status, page } = await visitor.open(`/oauth/providers/google/${path}`);
      expect([status, page.includes('not offered here')]).toEqual([404, true]);
    }
    await setup.close();
  });
});
