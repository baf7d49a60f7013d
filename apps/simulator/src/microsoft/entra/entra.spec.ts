import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../simulator.fixture.js';
import { redirect_uri, scope, startMicrosoft } from '../microsoft.fixture.js';

// the pair of RFC 7636, appendix B
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';

const asked = {
  client_id: 'app',
  redirect_uri,
  response_type: 'code',
  scope,
  state: 'sealed',
  nonce: 'once',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

describe('the simulated Microsoft Entra', () => {
  let world: Awaited<ReturnType<typeof startMicrosoft>>;
  beforeEach(async () => {
    world = await startMicrosoft();
  });
  afterEach(() => world.close());

  const form = (values: object) => new URLSearchParams({ ...asked, ...values });
  const decide = async (values: object, tenant = 'common') => {
    const answer = await call(`${world.url}/${tenant}/oauth2/v2.0/authorize`, { body: form(values) });
    return new URL(answer.headers.get('location')!).searchParams;
  };
  const codeFor = async (email: string, more: object = {}) =>
    (await decide({ email, decision: 'allow', ...more })).get('code')!;
  const token = (values: Record<string, string>, tenant = 'common') =>
    call(`${world.url}/${tenant}/oauth2/v2.0/token`, {
      body: new URLSearchParams({ client_id: 'app', client_secret: 'secret', ...values }),
    });
  const exchange = (code: string, more: object = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...more });
  const claimsOf = (body: Record<string, unknown>) =>
    JSON.parse(Buffer.from(String(body['id_token']).split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
  const refused = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body['error'], body['error_codes']];

  it('given tenant words, when the page is opened, then it offers the users who may sign in there', async () => {
    const page = async (tenant: string) => {
      const { body } = await call(`${world.url}/${tenant}/oauth2/v2.0/authorize?${form({})}`);
      return [...String(body['text']).matchAll(/name="email" value="([^"]+)"/g)].map(([, email]) => email);
    };
    const [ada, grace, alan] = ['ada@work.example', 'grace@outlook.example', 'alan@locked.example'];
    expect(await page('common')).toEqual([ada, grace, alan]);
    expect(await page('organizations')).toEqual([ada, alan]);
    expect(await page('consumers')).toEqual([grace]);
    expect(await page('work.example')).toEqual([ada]);
    expect(await page(personal)).toEqual([grace]);
  });

  it('given a consent with PKCE, when its code is exchanged, then tokens and the identity, and only once', async () => {
    const answer = await decide({ email: 'grace@outlook.example', decision: 'allow' });
    expect(answer.get('state')).toBe('sealed');
    const { status, body } = await exchange(answer.get('code')!);
    expect([status, body['token_type'], body['expires_in']]).toEqual([200, 'Bearer', 3600]);
    expect(claimsOf(body)).toMatchObject({ aud: 'app', tid: personal, nonce: 'once', name: 'Grace' });
    expect(claimsOf(body)).toMatchObject({
      preferred_username: 'grace@outlook.example',
      email: 'grace@outlook.example',
    });
    expect(claimsOf(body)['oid']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(claimsOf(body)['sub']).not.toBe(claimsOf(body)['oid']);
    expect(refused(await exchange(answer.get('code')!))).toEqual([400, 'invalid_grant', [54005]]);
  });

  it('given no profile scope, when signed in, then the ID token has no oid', async () => {
    const { body } = await exchange(await codeFor('ada@work.example', { scope: 'openid User.Read' }));
    expect([claimsOf(body)['oid'], body['refresh_token']]).toEqual([undefined, undefined]);
  });

  it('given wrong codes, verifiers and clients, when exchanged, then the errors of Entra', async () => {
    expect(refused(await exchange('rubbish'))).toEqual([400, 'invalid_grant', [70000]]);
    const wrong = await exchange(await codeFor('ada@work.example'), { code_verifier: 'x'.repeat(43) });
    expect(refused(wrong)).toEqual([400, 'invalid_grant', [501481]]);
    const secret = await token({ grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'wrong' });
    expect(refused(secret)).toEqual([401, 'invalid_client', [7000215]]);
    expect(String(secret.body['error_description'])).toMatch(/^AADSTS7000215: .+ Trace ID: /);
    const code = await codeFor('ada@work.example');
    await world.control('clock', { advance_ms: 600_000 });
    expect(refused(await exchange(code))).toEqual([400, 'invalid_grant', [70008]]);
  });

  it('given a refresh token, when refreshed, then a new one, and the old one still works until consent is revoked', async () => {
    const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
    const old = world.grant.refresh_token;
    const next = (await refresh(old)).body['refresh_token'] as string;
    expect(next).not.toBe(old);
    expect([(await refresh(old)).status, (await refresh(next)).status]).toEqual([200, 200]);
    await world.control('revoke-grants', { email: 'ada@work.example' });
    expect(refused(await refresh(next))).toEqual([400, 'invalid_grant', [50173]]);
  });

  it.each([
    [70043, 400, 'invalid_grant'],
    [50076, 400, 'interaction_required'],
    [700016, 400, 'unauthorized_client'],
    [7000222, 401, 'invalid_client'],
    [90033, 503, 'temporarily_unavailable'],
  ])('given AADSTS%i scripted, when refreshed, then %i %s, once', async (number, status, error) => {
    await world.control('microsoft/token-errors', { numbers: [number] });
    const refresh = () => token({ grant_type: 'refresh_token', refresh_token: world.grant.refresh_token });
    expect(refused(await refresh())).toEqual([status, error, [number]]);
    expect((await refresh()).status).toBe(200);
  });

  it('given a refusal by the user, a foreign address or prompt=none, then an error where it belongs', async () => {
    const denied = await decide({ email: 'ada@work.example', decision: 'deny' });
    expect([denied.get('error'), denied.get('error_description')]).toEqual([
      'access_denied',
      expect.stringMatching(/^AADSTS65004/),
    ]);
    expect((await decide({ prompt: 'none' })).get('error')).toBe('interaction_required');
    const foreign = await call(
      `${world.url}/common/oauth2/v2.0/authorize?${form({ redirect_uri: 'https://evil.example' })}`,
    );
    expect([foreign.status, foreign.headers.get('location')]).toEqual([400, null]);
    expect(String(foreign.body['text'])).toContain('AADSTS50011');
    await world.control('reset');
    const script = await call(
      `${world.url}/common/oauth2/v2.0/authorize?${form({ redirect_uri: 'javascript:alert(1)' })}`,
    );
    expect([script.status, String(script.body['text']).includes('AADSTS50011')]).toEqual([400, true]);
  });

  it('given a tenant that needs an administrator, when one consents, then its users can', async () => {
    const alan = { email: 'alan@locked.example', decision: 'allow' };
    const before = await decide(alan);
    expect([before.get('error'), before.get('error_description')]).toEqual([
      'access_denied',
      expect.stringMatching(/^AADSTS90094/),
    ]);
    const shown = await call(`${world.url}/organizations/v2.0/adminconsent?${form(alan)}`);
    expect(shown.body['text']).toContain('<li><code>Calendars.ReadWrite</code></li>');
    const consent = await call(`${world.url}/organizations/v2.0/adminconsent`, { body: form(alan) });
    const returned = new URL(consent.headers.get('location')!).searchParams;
    expect([returned.get('admin_consent'), returned.get('state')]).toEqual(['True', 'sealed']);
    expect(returned.get('tenant')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await decide(alan)).get('code')).toMatch(/^M\./);
    expect((await call(`${world.url}/common/v2.0/adminconsent?${form({})}`)).status).toBe(400);
  });

  it('given a permission that only an administrator grants, when requested, then a consent to it is needed, not to less', async () => {
    const ada = { email: 'ada@work.example', decision: 'allow', scope: 'openid User.Read Place.Read.All' };
    expect((await decide(ada)).get('error_description')).toMatch(/^AADSTS90094/);
    const consent = (scope: string) =>
      call(`${world.url}/organizations/v2.0/adminconsent`, { body: form({ ...ada, scope }) });
    await consent('openid User.Read');
    expect((await decide(ada)).get('error_description')).toMatch(/^AADSTS90094/);
    await consent('openid User.Read https://graph.microsoft.com/Place.Read.All');
    expect((await decide(ada)).get('code')).toMatch(/^M\./);
  });

  it('given a token, when /me is read, then the user; expired or without the scope, then 401 and 403', async () => {
    expect((await world.as('/me')).body).toMatchObject({
      id: world.grant.oid,
      displayName: 'Ada',
      mail: 'ada@work.example',
    });
    const { body } = await exchange(await codeFor('ada@work.example', { scope: 'openid' }));
    const narrow = await world.as('/me', { token: body['access_token'] as string });
    expect([narrow.status, narrow.body['error']]).toMatchObject([403, { code: 'ErrorAccessDenied' }]);
    await world.control('expire-tokens');
    const expired = await world.as('/me');
    expect([expired.status, expired.body['error']]).toMatchObject([401, { code: 'InvalidAuthenticationToken' }]);
  });
});
