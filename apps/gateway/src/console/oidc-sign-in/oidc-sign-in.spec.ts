import { startOidcProvider, type OidcIssuerForTests } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { oidcBrowser } from './oidc-browser.fixture.js';

const redirectUri = `${publicUrl}/console/oidc/callback`;
const minute = 60_000;
const console_ = `${publicUrl}/console`;

/** A gateway whose people sign in at oidc-provider; the clock is the test's. */
async function start({ refreshes = true } = {}) {
  const issuer = await startOidcProvider({ redirectUri, refreshes });
  let now = Date.now();
  const gateway = await startTestGateway({
    now: () => now,
    env: {
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: issuer.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
      OIDC_ROLES: 'support=viewer,sre=operator,leads=admin',
      ALLOW_NETWORKS: '127.0.0.1',
    },
  });
  return {
    issuer,
    gateway,
    browser: () => oidcBrowser(gateway, issuer.issuer),
    pass: (ms: number) => void (now += ms),
    stop: async () => {
      await gateway.stop();
      await issuer.stop();
    },
  };
}

describe('signing in to the console at an OpenID Connect issuer', () => {
  let setup: Awaited<ReturnType<typeof start>>;
  let issuer: OidcIssuerForTests;
  let gateway: TestGateway;
  beforeAll(async () => {
    setup = await start();
    ({ issuer, gateway } = setup);
  });
  afterAll(() => setup.stop());

  it('given the way to the issuer, then it has PKCE, a state and a nonce, and a cookie keeps the rest sealed (ADM-15)', async () => {
    const { status, headers } = await gateway.call('GET', '/console/oidc');
    const address = new URL(headers.get('location')!);
    expect([status, address.origin]).toEqual([302, issuer.issuer]);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'console',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers.getSetCookie()[0]).toMatch(
      /^kalends_console_oidc=k1\.[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it.each([
    ['viewer', { roles: ['support'] }],
    ['operator', { roles: ['sre', 'unrelated'] }],
    ['admin', { roles: ['support', 'leads'] }],
    ['operator', { roles: 'sre' }],
  ])(
    'given the role %s by the claim %j, then the session has it, and the audit names the person',
    async (role, claims) => {
      issuer.people.set('p-1', { ...claims, email: 'ada@example.com', email_verified: true });
      const browser = setup.browser();
      expect(await browser.signIn('?as=p-1')).toBe(console_);
      const actor = 'ada@example.com (p-1)';
      expect(await browser.session()).toEqual({ actor, role, only_account: null, developer: false });
      const { rows } = await gateway.database.pool.query(
        'SELECT actor, action FROM audit_entry ORDER BY audit_id DESC LIMIT 1',
      );
      expect(rows).toEqual([{ actor, action: 'console.signed_in' }]);
    },
  );

  it.each([
    ['an address that nobody has verified', { email: 'ceo@example.com', email_verified: false }, 'p-2'],
    ['an address with control characters', { email: 'a\nb@example.com', email_verified: true }, 'p-2'],
  ])('given %s, then the actor is the subject only', async (_, claims, actor) => {
    issuer.people.set('p-2', { roles: ['support'], ...claims });
    const browser = setup.browser();
    await browser.signIn('?as=p-2');
    expect(await browser.session()).toMatchObject({ actor });
  });

  it.each([
    ['no role', {}],
    ['a role of somebody else’s', { roles: ['janitors'] }],
    ['an object in place of roles', { roles: { admin: true } }],
    ['the role by its own name, which OIDC_ROLES does not list', { roles: ['admin'] }],
  ])('given a person with %s, then there is no session, and the console shows why', async (_, claims) => {
    issuer.people.set('p-3', claims);
    const browser = setup.browser();
    expect(await browser.signIn('?as=p-3')).toBe(`${console_}#problem=no-role`);
    expect(await browser.session()).toBe(401);
  });

  it('given a person who cancels, then there is no session', async () => {
    const browser = setup.browser();
    expect(await browser.signIn('?cancel=1')).toBe(`${console_}#problem=cancelled`);
    expect(await browser.session()).toBe(401);
  });

  it('given the return of another browser, or a second time, then nobody is signed in (login CSRF)', async () => {
    issuer.people.set('p-1', { roles: ['leads'] });
    const attacker = setup.browser();
    const { location } = await attacker.open('/console/oidc');
    const returned = await attacker.atIssuer(location!, '?as=p-1');
    const victim = setup.browser();
    expect((await victim.open(returned)).location).toBe(`${console_}#problem=expired`);
    await victim.open('/console/oidc');
    expect((await victim.open(returned)).location).toBe(`${console_}#problem=refused`);
    expect(await victim.session()).toBe(401);
    expect((await attacker.open(returned)).location).toBe(console_);
    expect((await attacker.open(returned)).location).toBe(`${console_}#problem=expired`);
  });

  it('given a return after 11 minutes, then nobody is signed in', async () => {
    const browser = setup.browser();
    const { location } = await browser.open('/console/oidc');
    const returned = await browser.atIssuer(location!, '?as=p-1');
    setup.pass(11 * minute);
    expect((await browser.open(returned)).location).toBe(`${console_}#problem=expired`);
  });

  it('given a role that the issuer changes, then the session has the new one after 5 minutes; given it is removed, then the session ends (ADM-16)', async () => {
    issuer.people.set('p-4', { roles: ['leads'] });
    const browser = setup.browser();
    await browser.signIn('?as=p-4');
    issuer.people.set('p-4', { roles: ['support'] });
    setup.pass(4 * minute);
    expect(await browser.session()).toMatchObject({ role: 'admin' });
    setup.pass(2 * minute);
    expect(await browser.session()).toMatchObject({ role: 'viewer' });
    issuer.people.set('p-4', { roles: [] });
    setup.pass(6 * minute);
    expect(await browser.session()).toBe(401);
    issuer.people.set('p-4', { roles: ['leads'] });
    expect(await browser.session()).toBe(401);
  });

  it('given a person whom the issuer no longer knows, then the session ends', async () => {
    issuer.people.set('p-5', { roles: ['leads'] });
    const browser = setup.browser();
    await browser.signIn('?as=p-5');
    issuer.people.delete('p-5');
    setup.pass(6 * minute);
    expect(await browser.session()).toBe(401);
  });

  it('given many requests at once when the role is due, then one of them exchanges the refresh token, and all are answered', async () => {
    issuer.people.set('p-6', { roles: ['sre'] });
    const browser = setup.browser();
    await browser.signIn('?as=p-6');
    setup.pass(6 * minute);
    // a second use of a rotated refresh token would end its grant
    const sessions = await Promise.all(Array.from({ length: 8 }, () => browser.session()));
    expect(sessions).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ role: 'operator' })));
    setup.pass(6 * minute);
    expect(await browser.session()).toMatchObject({ role: 'operator' });
  });

  it('given an issuer that does not answer, then the session lasts half an hour, and the console shows what is wrong with signing in', async () => {
    issuer.people.set('p-7', { roles: ['sre'] });
    const browser = setup.browser();
    await browser.signIn('?as=p-7');
    issuer.setDown(true);
    setup.pass(20 * minute);
    expect(await browser.session()).toMatchObject({ role: 'operator' });
    const arriving = setup.browser();
    const { location } = await arriving.open('/console/oidc');
    expect(location).toContain(`${issuer.issuer}/auth?`);
    const state = new URL(location!).searchParams.get('state')!;
    const returned = `${redirectUri}?code=x&state=${state}&iss=${encodeURIComponent(issuer.issuer)}`;
    expect((await arriving.open(returned)).location).toBe(`${console_}#problem=unreachable`);
    setup.pass(20 * minute);
    expect(await browser.session()).toBe(401);
    issuer.setDown(false);
  });

  it('given the console, then its page names the issuer; given none is set, then signing in there is refused in words', async () => {
    const page = String((await gateway.call('GET', '/console')).body);
    expect(page).toContain(`<meta name="oidc-host" content="${new URL(issuer.issuer).host}" />`);
    const plain = await startTestGateway();
    try {
      expect(String((await plain.call('GET', '/console')).body)).toContain('<meta name="oidc-host" content="" />');
      for (const path of ['/console/oidc', '/console/oidc/callback?code=x&state=y'])
        expect((await plain.call('GET', path)).headers.get('location')).toBe(`${console_}#problem=not-configured`);
    } finally {
      await plain.stop();
    }
  });
});

describe('an issuer without refresh tokens', () => {
  it('given a session, then it ends after half an hour, since nobody would notice a removed role', async () => {
    const setup = await start({ refreshes: false });
    try {
      setup.issuer.people.set('p-1', { roles: ['leads'] });
      const browser = setup.browser();
      await browser.signIn('?as=p-1');
      setup.pass(29 * minute);
      expect(await browser.session()).toMatchObject({ role: 'admin' });
      setup.pass(2 * minute);
      expect(await browser.session()).toBe(401);
    } finally {
      await setup.stop();
    }
  });
});
