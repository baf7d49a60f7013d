// @module-tag long
import { freePort, type OidcIssuerForTests, skipFor, startOidcProvider } from '@kalends/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startEmbedded } from './harness/deployment.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;

describe(`signing in to the console at an OpenID Connect issuer, in a real browser (${transport})`, () => {
  const missing = missingForChromium();
  let issuer: OidcIssuerForTests;
  let running: Awaited<ReturnType<typeof startEmbedded>>;
  let origin: string;
  let chromium: RealBrowser;

  beforeAll(async () => {
    if (missing) return;
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    issuer = await startOidcProvider({ redirectUri: `${origin}/console/oidc/callback` });
    running = await startEmbedded({
      PORT: String(port),
      PUBLIC_URL: origin,
      TRUST_PROXY: '',
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: issuer.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
    });
  });
  afterAll(async () => {
    await running?.stop();
    await issuer?.stop();
  });
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    chromium = await openChromium({ width: 1280, height: 900 });
    return () => chromium.close();
  });

  const issuerLink = () => chromium.page.getByRole('link', { name: `Sign in with ${new URL(issuer.issuer).host}` });

  async function signIn(subject: string) {
    await chromium.page.goto(`${origin}/console`);
    await issuerLink().click();
    await chromium.page.getByRole('link', { name: `Sign in as ${subject}` }).click();
  }

  /** The status of a change that the page itself requests. */
  const create = () =>
    chromium.page.evaluate(async () => {
      const body = JSON.stringify({ name: 'By a person', redirect_uris: ['https://a.example/cb'] });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/admin/v1/applications', { method: 'POST', headers, body })).status;
    });

  it.each([
    ['viewer', 403],
    ['operator', 403],
    ['admin', 201],
  ])(
    'given the role %s, then creating an application is answered %i, and only an admin is offered it',
    async (role, status) => {
      issuer.people.set(`p-${role}`, { roles: [role], email: `${role}@example.com`, email_verified: true });
      await signIn(`p-${role}`);
      await chromium.page.getByText(`${role}@example.com (p-${role}), ${role}`).waitFor();
      await chromium.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(await create()).toBe(status);
      await chromium.page.goto(`${origin}/console/applications`);
      await chromium.page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor();
      const isOffered = (await chromium.page.getByRole('button', { name: 'Create application' }).count()) === 1;
      expect(isOffered).toBe(role === 'admin');
      // the issuer's cookies are for the same host
      const cookies = (await chromium.context.cookies(origin)).filter(({ name }) => name.startsWith('kalends'));
      expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
        { name: 'kalends_console', httpOnly: true, sameSite: 'Strict' },
      ]);
    },
  );

  it('given a person without a role, then the page explains it in words, and is accessible', async () => {
    issuer.people.set('p-none', {});
    await signIn('p-none');
    const alert = chromium.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('it gives you no role for this console');
    expect(chromium.page.url()).toBe(`${origin}/console`);
    expect(await accessibilityFaults(chromium.page)).toEqual([]);
  });

  it('given a person who cancels at the issuer, then the page explains it, and signing in again works', async () => {
    issuer.people.set('p-again', { roles: ['viewer'] });
    await chromium.page.goto(`${origin}/console`);
    await issuerLink().click();
    await chromium.page.getByRole('link', { name: 'Cancel' }).click();
    await chromium.page.getByText('Nobody was signed in').waitFor();
    await issuerLink().click();
    await chromium.page.getByRole('link', { name: 'Sign in as p-again' }).click();
    await chromium.page.getByText('p-again, viewer').waitFor();
  });

  it('given a role that the issuer has removed, when it is confirmed the next time, then the open page becomes that of signing in', async () => {
    issuer.people.set('p-left', { roles: ['admin'] });
    await signIn('p-left');
    await chromium.page.getByText('p-left, admin').waitFor();
    issuer.people.set('p-left', { roles: [] });
    const database = new Client({ connectionString: running.deployment.databaseUrl });
    await database.connect();
    await database.query(
      "UPDATE gateway.console_session SET confirmed_at = confirmed_at - interval '6 minutes' WHERE oidc_subject = 'p-left'",
    );
    await database.end();
    await issuerLink().waitFor({ timeout: 30_000 });
    expect(await chromium.page.evaluate(async () => (await fetch('/admin/v1/accounts')).status)).toBe(401);
  });
});
