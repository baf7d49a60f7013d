import { createHash } from 'node:crypto';
import { freePort } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import type { Demo } from '../landing.js';

describe('the demo journey', () => {
  let gateway: TestGateway;
  let demo: Demo | null = null;
  let base: string;
  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const env = { PUBLIC_URL: base };
    gateway = await startTestGateway({
      env,
      port,
      trustProxy: false,
      landing: { services: () => [], demo: () => demo },
    });
    const body = { name: 'Demo application', redirect_uris: [`${base}/demo/callback`] };
    const made = await gateway.call('POST', '/admin/v1/applications', { token: adminKey, body });
    demo = { ...(made.body as Demo), sub: 'acc_unused', access_token: 'unused', calendar_id: 'cal_unused' };
  });
  afterAll(() => gateway.stop());

  const cookieOf = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0]!)
      .join('; ');
  const begin = async () => {
    const { status, headers } = await gateway.call('GET', '/demo/connect');
    const location = new URL(headers.get('location')!, base);
    return { status, location, cookie: cookieOf(headers), query: location.searchParams };
  };
  const end = (query: Record<string, string>, cookie: string) =>
    gateway.call('GET', `/demo/callback?${new URLSearchParams(query)}`, { headers: { cookie } });

  /** A code as the consent page makes it, for a new account. */
  async function codeFor(challenge: string): Promise<string> {
    const path = `/admin/v1/applications/${demo!.client_id}/accounts`;
    const body = { email: 'ada@example.com', name: 'Ada', default_tzid: 'Etc/UTC' };
    const { sub } = (await gateway.call('POST', path, { token: adminKey, body })).body as { sub: string };
    const code = `code-${sub}`;
    await gateway.database.pool.query(
      `INSERT INTO authorization_code (code_hash, client_id, account_id, redirect_uri, scope, code_challenge, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + interval '1 minute')`,
      [
        createHash('sha256').update(code).digest('hex'),
        demo!.client_id,
        sub,
        `${base}/demo/callback`,
        ['read_events'],
        challenge,
      ],
    );
    return code;
  }

  it('given a click, then the browser is sent to the journey of the demo application, with state and PKCE', async () => {
    const { status, location, query } = await begin();
    expect([status, location.pathname, query.get('client_id')]).toEqual([303, '/oauth/authorize', demo!.client_id]);
    expect(query.get('code_challenge_method')).toBe('S256');
    expect((await gateway.call('GET', `${location.pathname}${location.search}`)).status).toBe(200);
  });

  it('given the code of the journey, then it is exchanged, and the page shows what may be read', async () => {
    const { query, cookie } = await begin();
    const code = await codeFor(query.get('code_challenge')!);
    const answer = await end({ code, state: query.get('state')! }, cookie);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/demo/connected']);
    const connected = { headers: { cookie: cookieOf(answer.headers) } };
    const page = await gateway.call('GET', '/demo/connected', connected);
    expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('<h1>Connected</h1>')]);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await gateway.call('GET', '/demo/connected', connected)).status).toBe(200);
  });

  it.each([
    ['another state', async () => ({ ...(await begin()), state: 'another' })],
    ['no cookie', async () => ({ ...(await begin()), state: null, cookie: '' })],
  ])(
    'given a code with %s, then it is not exchanged: someone else may have begun (RFC 6749 §10.12)',
    async (_, other) => {
      const { query, cookie, state } = await other();
      const code = await codeFor(query.get('code_challenge')!);
      const answer = await end({ code, state: state ?? query.get('state')! }, cookie);
      expect([answer.status, String(answer.body)]).toEqual([
        400,
        expect.stringContaining('did not begin this journey'),
      ]);
      const { rows } = await gateway.database.pool.query('SELECT 1 FROM authorization_grant g JOIN authorization_code c USING (grant_id) WHERE code_hash = $1', [createHash('sha256').update(code).digest('hex')]); // prettier-ignore
      expect(rows).toEqual([]);
    },
  );

  it('given that the user denied access, or a code that is not known, then a page states it', async () => {
    const { query, cookie } = await begin();
    const state = query.get('state')!;
    expect(String((await end({ error: 'access_denied', state }, cookie)).body)).toContain('You denied access');
    const unknown = await end({ code: 'unknown', state }, cookie);
    expect([unknown.status, String(unknown.body)]).toEqual([400, expect.stringContaining('was not accepted')]);
  });

  it('given a browser that has connected nothing, then a page states it', async () =>
    expect((await gateway.call('GET', '/demo/connected')).status).toBe(400));
});
