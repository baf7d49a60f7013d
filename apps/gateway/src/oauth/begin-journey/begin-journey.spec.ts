import { createHash, randomBytes } from 'node:crypto';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealLinkToken } from '../../accounts/link-token.js';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, newAccount, newApplication, profileOf } from '../../read-model/gateway-database.fixture.js';
import { tokenHash } from '../../tokens/hash.js';

const redirect_uri = 'https://app.example/callback';
const known = 'Connected already';

describe('the first page of a journey', () => {
  const clock = testClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    const env = { GOOGLE_CLIENT_ID: 'kalends', GOOGLE_CLIENT_SECRET: 'secret' };
    gateway = await startTestGateway({ now: clock.now, env });
    await gateway.database.pool.query('UPDATE application SET redirect_uris = $1', [[redirect_uri]]);
  });
  afterAll(() => gateway.stop());

  const valid = { response_type: 'code', client_id: 'app', redirect_uri, scope: 'read_events', state: 'xyz' };
  async function begin(more: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const query = new URLSearchParams({ ...valid, ...more });
    const answer = await gateway.call('GET', `/oauth/authorize?${query}`, { headers });
    const location = answer.headers.get('location');
    return { status: answer.status, page: String(answer.body), location, headers: answer.headers };
  }
  const refusalIn = (location: string | null) => Object.fromEntries(new URL(location!).searchParams);

  /** An account with one profile, and a browser that is linked to it. */
  async function given(clientId = 'app') {
    const account = await newAccount(gateway.database.pool, ['read_events'], clientId);
    const browser = randomBytes(24).toString('base64url');
    await apply(gateway.database.pool, account.accountId, [profileOf(account.accountId)]);
    await gateway.database.pool.query('INSERT INTO browser_account (browser_id, account_id) VALUES ($1, $2)', [
      tokenHash(browser),
      account.accountId,
    ]);
    return { ...account, headers: { cookie: `kalends_browser=${browser}` } };
  }

  it('given a valid request, then the user chooses a calendar, and the browser has a cookie (AUTH-1)', async () => {
    const { status, page, headers } = await begin();
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('kalends_browser=')]);
    expect(page).toContain('Connect a calendar to Spec');
    for (const provider of ['google', 'kalends', 'apple', 'caldav']) expect(page).toContain(`value="${provider}"`);
    expect(page).not.toContain(known);
  });

  it.each([
    ['an unknown application', { client_id: 'unknown' }],
    ['an unregistered address', { redirect_uri: 'https://evil.example/' }],
  ])('given %s, then 400 with a page for the user, and no redirect', async (_what, more) => {
    expect(await begin(more)).toMatchObject({ status: 400, location: null });
  });

  it.each([
    ['an unknown scope', { scope: 'fly' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a plain code challenge', { code_challenge: 'x', code_challenge_method: 'plain' }, 'invalid_request'],
    ['a forged link token', { link_token: 'forged' }, 'invalid_request'],
  ])('given %s, then the application gets the error with its state', async (_what, more, error) => {
    const { status, location } = await begin(more);
    expect([status, location!.startsWith(redirect_uri)]).toEqual([302, true]);
    expect(refusalIn(location)).toMatchObject({ error, state: 'xyz', iss: publicUrl });
  });

  it('given delegated_scope, then the application learns that nothing is delegated (AUTH-11)', async () => {
    const { location } = await begin({ delegated_scope: 'read_write' });
    expect(refusalIn(location)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('delegated_scope'),
    });
    expect((await begin({ delegated_scope: '' })).status).toBe(200);
  });

  it('given provider_name=google, then the browser is redirected to Google immediately', async () => {
    const { status, location } = await begin({ provider_name: 'google' });
    expect([status, location]).toEqual([303, expect.stringContaining('/oauth/providers/google/start')]);
  });

  it("given a browser that is linked to an account, then its profiles are shown, unless avoid_linking or another application's", async () => {
    const { headers } = await given();
    expect((await begin({}, headers)).page).toContain(known);
    expect((await begin({ avoid_linking: 'True' }, headers)).page).not.toContain(known);
    const other = await given((await newApplication(gateway.database.pool)).clientId);
    expect((await begin({}, other.headers)).page).not.toContain(known);
  });

  it("given a link token, then its account is shown in any browser; another application's, or an old one, is refused", async () => {
    const { accountId } = await given();
    const link_token = sealLinkToken(gateway.sealer, { accountId, clientId: 'app' }, clock.now());
    expect((await begin({ link_token })).page).toContain(known);
    const other = sealLinkToken(gateway.sealer, { accountId, clientId: 'other' }, clock.now());
    const old = sealLinkToken(gateway.sealer, { accountId, clientId: 'app' }, clock.now() - 300_000);
    for (const refused of [other, old])
      expect(refusalIn((await begin({ link_token: refused })).location)).toMatchObject({ error: 'invalid_request' });
  });

  it('given the journey again, then the same choice, only in the browser that began it', async () => {
    const { page, headers } = await begin();
    const journey = /name="journey" value="([^"]+)"/.exec(page)![1]!;
    const again = (more: object) => gateway.call('GET', `/oauth/authorize/choose?journey=${journey}`, more);
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    expect(await again({ headers: { cookie } })).toMatchObject({ status: 200, body: page });
    expect((await again({})).status).toBe(400);
  });

  it('given a page with a time zone, then it may run the one script that guesses it, and the guess without it is by language', async () => {
    const { page, headers } = await begin({}, { 'accept-language': 'de-AT' });
    const scripts = [...page.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => text!);
    const hash = createHash('sha256').update(scripts[0]!).digest('base64');
    const policy = headers.get('content-security-policy')!;
    expect([scripts.length, policy.match(/script-src [^;]*/g)]).toEqual([1, [`script-src 'sha256-${hash}'`]]);
    expect(policy).toContain("default-src 'none'");
    expect(page).toContain('id="tzid" name="tzid" value="Europe/Vienna"');
  });

  it('given somebody else at the browser, then they begin without the calendars that were connected there', async () => {
    const { headers } = await given();
    const { page } = await begin({}, headers);
    const other = /href="([^"]+other=1)"/.exec(page)![1]!.replaceAll('&amp;', '&');
    const opened = await gateway.call('GET', other, { headers });
    expect([opened.status, String(opened.body).includes(known)]).toEqual([200, false]);
  });

  it('given a link token, then nobody else can begin instead: the application has decided whose account it is', async () => {
    const { accountId, headers } = await given();
    const link_token = sealLinkToken(gateway.sealer, { accountId, clientId: 'app' }, clock.now());
    const { page } = await begin({ link_token }, headers);
    expect([page.includes(known), page.includes('other=1')]).toEqual([true, false]);
    const journey = /name="journey" value="([^"]+)"/.exec(page)![1]!;
    const forced = await gateway.call('GET', `/oauth/authorize/choose?journey=${journey}&other=1`, { headers });
    expect(String(forced.body)).toContain(known);
  });

  it('given an account whose calendars are still being read, then the page of consent names its user, and is loaded again', async () => {
    const { headers } = await given();
    const { page } = await begin({}, headers);
    const journey = /name="journey" value="([^"]+)"/.exec(page)![1]!;
    const body = new URLSearchParams({ journey, provider_name: 'connected' });
    const consent = String((await gateway.call('POST', '/oauth/authorize/connect', { body, headers })).body);
    const again = /http-equiv="refresh" content="3;url=([^"]+)"/.exec(consent)![1]!.replaceAll('&amp;', '&');
    expect([consent.includes('Not you?'), again]).toEqual([
      true,
      expect.stringMatching(/^\/oauth\/authorize\/consent\?journey=.+&reads=1$/),
    ]);
    const reloaded = await gateway.call('GET', again, { headers });
    expect([reloaded.status, String(reloaded.body)]).toEqual([200, expect.stringContaining('&amp;reads=2')]);
    const last = await gateway.call('GET', again.replace('reads=1', 'reads=20'), { headers });
    expect(String(last.body)).not.toContain('http-equiv="refresh"');
  });
});
