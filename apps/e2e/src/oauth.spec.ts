import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Browser } from './harness/form-browser.js';
import { call, e2e, type Application, type Kalends } from './harness/kalends.js';

const redirectUri = 'http://127.0.0.1:9/callback';

interface Tokens {
  token_type: string;
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  sub: string;
  account_id: string;
  linking_profile: { provider_name: string; profile_id: string };
  error?: string;
}

const journey = (application: Application, more: Record<string, string> = {}) =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: application.client_id,
    redirect_uri: redirectUri,
    scope: 'read_events create_event',
    state: 'xyz',
    ...more,
  })}`;

/** Goes through the pages as a user does and returns the redirect to the application. */
async function consent(
  kalends: Kalends,
  application: Application,
  more: Record<string, string> = {},
  browser?: Browser,
) {
  const user = browser ?? new Browser(kalends.deployment.baseUrl);
  await user.open(journey(application, more));
  await user.choose('kalends', { tzid: 'Europe/London' });
  await user.submit({ decision: 'allow' }, 'Allow');
  return new URL(user.location!);
}

const token = (kalends: Kalends, body: Record<string, string>, authorization?: string) =>
  call<Tokens>('POST', kalends.url('/oauth/token'), { body, token: authorization });

const exchange = (kalends: Kalends, application: Application, code: string, more: Record<string, string> = {}) =>
  token(kalends, {
    grant_type: 'authorization_code',
    client_id: application.client_id,
    client_secret: application.client_secret,
    code,
    redirect_uri: redirectUri,
    ...more,
  });

e2e('OAuth 2.0', (kalends) => {
  it('given consent, when the code is exchanged, then the tokens open the new account (AUTH-2)', async () => {
    const application = await kalends().application();

    const back = await consent(kalends(), application);
    const answer = await exchange(kalends(), application, back.searchParams.get('code')!);

    expect(back.searchParams.get('state')).toBe('xyz');
    expect(back.searchParams.get('iss')).toBe(kalends().deployment.baseUrl);
    expect(back.searchParams.get('code')).toMatch(/^[\x21-\x7e]{32}$/);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect(answer.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      linking_profile: { provider_name: 'kalends' },
    });
    expect(answer.body.scope.split(' ').sort()).toEqual(['create_event', 'read_events']);
    expect(answer.body.account_id).toBe(answer.body.sub);
    const account = await kalends().get<{ account: { default_tzid: string } }>(answer.body.access_token, '/v1/account');
    expect(account.body.account.default_tzid).toBe('Europe/London');
  });

  it('given a code, when it is used twice, then the second use fails and revokes the tokens of the first (AUTH-2)', async () => {
    const application = await kalends().application();
    const code = (await consent(kalends(), application)).searchParams.get('code')!;
    const first = await exchange(kalends(), application, code);

    const second = await exchange(kalends(), application, code);

    expect(second.status).toBe(400);
    expect(second.body.error).toBe('invalid_grant');
    expect((await kalends().get(first.body.access_token, '/v1/account')).status).toBe(401);
  });

  it('given a code, when redeemed with another redirect_uri, client or secret, then it is refused', async () => {
    const application = await kalends().application();
    const other = await kalends().application();
    const code = (await consent(kalends(), application)).searchParams.get('code')!;

    const wrongUri = await exchange(kalends(), application, code, { redirect_uri: 'http://127.0.0.1:9/other' });
    const wrongClient = await exchange(kalends(), other, code);
    const wrongSecret = await exchange(kalends(), application, code, { client_secret: other.client_secret });

    expect([wrongUri.status, wrongUri.body.error]).toEqual([400, 'invalid_grant']);
    expect([wrongClient.status, wrongClient.body.error]).toEqual([400, 'invalid_grant']);
    expect([wrongSecret.status, wrongSecret.body.error]).toEqual([400, 'invalid_client']);
    expect((await exchange(kalends(), application, code)).status).toBe(200);
  });

  it('given a junk Authorization header, when a token is refreshed, then the body alone counts and the refresh token stays valid (AUTH-3)', async () => {
    const { application, ...user } = await kalends().user();
    const body = {
      grant_type: 'refresh_token',
      client_id: application.client_id,
      client_secret: application.client_secret,
      refresh_token: user.refresh_token,
    };

    const answer = await token(kalends(), body, 'undefined');

    expect(answer.status).toBe(200);
    expect(answer.body.refresh_token).toBe(user.refresh_token);
    expect((await kalends().get(answer.body.access_token, '/v1/account')).status).toBe(200);
  });

  it('given a confidential client and PKCE, when a client without its secret redeems or refreshes, then it is invalid_client', async () => {
    const application = await kalends().application();
    const verifier = 'a-verifier-of-more-than-forty-three-characters-0123456789';
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    const code = (await consent(kalends(), application, pkce)).searchParams.get('code')!;
    const { client_id } = application;
    const redeem = { grant_type: 'authorization_code', client_id, code, redirect_uri: redirectUri };

    const stolen = await token(kalends(), { ...redeem, code_verifier: verifier });
    const own = await exchange(kalends(), application, code, { code_verifier: verifier });
    const { refresh_token } = own.body;
    const refreshed = await token(kalends(), { grant_type: 'refresh_token', client_id, refresh_token });
    const revoked = await call('POST', kalends().url('/oauth/token/revoke'), {
      body: { client_id, token: refresh_token },
    });

    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_client']);
    expect(own.status).toBe(200);
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_client']);
    expect([revoked.status, revoked.body.error]).toEqual([400, 'invalid_client']);
    expect((await kalends().get(own.body.access_token, '/v1/account')).status).toBe(200);
  });

  it('given an application, when its type is not given, then it is confidential; it can be changed, but only to a known type', async () => {
    const { client_id } = await kalends().application();
    const change = (client_type: string) => kalends().admin('POST', `/applications/${client_id}`, { client_type });

    const listed = await kalends().admin<{ applications: object[] }>('GET', '/applications');
    const changed = await change('public');
    const wrong = await change('secret');

    expect(listed.body.applications).toContainEqual(
      expect.objectContaining({ client_id, client_type: 'confidential' }),
    );
    expect([changed.status, changed.body.client_type]).toEqual([200, 'public']);
    expect([wrong.status, Object.keys(wrong.body.errors as object)]).toEqual([422, ['client_type']]);
  });

  it('given PKCE, when a public client redeems, then the verifier is required and its refresh token rotates (AUTH-4)', async () => {
    const application = await kalends().application();
    await kalends().admin('POST', `/applications/${application.client_id}`, { client_type: 'public' });
    const verifier = 'a-verifier-of-more-than-forty-three-characters-0123456789';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = (await consent(kalends(), application, pkce)).searchParams.get('code')!;
    const redeem = {
      grant_type: 'authorization_code',
      client_id: application.client_id,
      code,
      redirect_uri: redirectUri,
    };

    const without = await token(kalends(), redeem);
    const wrong = await token(kalends(), { ...redeem, code_verifier: `${verifier}x` });
    const right = await token(kalends(), { ...redeem, code_verifier: verifier });
    const refresh = { grant_type: 'refresh_token', client_id: application.client_id };
    const rotated = await token(kalends(), { ...refresh, refresh_token: right.body.refresh_token });
    const repeated = await token(kalends(), { ...refresh, refresh_token: right.body.refresh_token });

    expect([without.body.error, wrong.body.error]).toEqual(['invalid_grant', 'invalid_grant']);
    expect(right.status).toBe(200);
    expect(rotated.body.refresh_token).not.toBe(right.body.refresh_token);
    expect(repeated.body.refresh_token).toBe(rotated.body.refresh_token);
  });

  it('given no PKCE, when a client without secret redeems, then it is invalid_client', async () => {
    const application = await kalends().application();
    const code = (await consent(kalends(), application)).searchParams.get('code')!;
    const body = {
      grant_type: 'authorization_code',
      client_id: application.client_id,
      code,
      redirect_uri: redirectUri,
    };

    const answer = await token(kalends(), body);

    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client']);
  });

  it('given a user who denies, then the application receives access_denied and no account remains', async () => {
    const application = await kalends().application();
    const user = new Browser(kalends().deployment.baseUrl);
    await user.open(journey(application));
    await user.choose('kalends', { tzid: 'Etc/UTC' });

    await user.submit({ decision: 'deny' }, 'Deny');

    const back = new URL(user.location!);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe('xyz');
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'read_everything' }, 'invalid_scope'],
    [{ scope: '' }, 'invalid_scope'],
    [{ code_challenge: 'abc', code_challenge_method: 'plain' }, 'invalid_request'],
  ])('given the parameters %j, then the application receives %s (AUTH-1)', async (more, error) => {
    const application = await kalends().application();

    const answer = await call('GET', kalends().url(journey(application, more as Record<string, string>)));

    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe(error);
  });

  it('given an unregistered redirect address or an unknown client, then there is no redirect', async () => {
    const application = await kalends().application();

    const prefix = await call('GET', kalends().url(journey(application, { redirect_uri: `${redirectUri}/more` })));
    const unknown = await call('GET', kalends().url(journey({ ...application, client_id: 'nobody' })));

    expect([prefix.status, prefix.headers.get('location')]).toEqual([400, null]);
    expect([unknown.status, unknown.headers.get('location')]).toEqual([400, null]);
  });

  it('given a journey form, when another browser sends it, then it is refused', async () => {
    const application = await kalends().application();
    const victim = new Browser(kalends().deployment.baseUrl);
    await victim.open(journey(application));
    const attacker = new Browser(kalends().deployment.baseUrl);
    await attacker.open(journey(application));

    await attacker.choose('kalends', { journey: victim.field('journey') });

    expect(attacker.status).toBe(400);
  });

  it.each(['token', 'refresh_token', 'sub'])(
    'given tokens, when revoked by %s, then they are invalid immediately (AUTH-6)',
    async (by) => {
      const { application, ...user } = await kalends().user();
      const value = { token: user.access_token, refresh_token: user.refresh_token, sub: user.sub }[by]!;
      const client = { client_id: application.client_id, client_secret: application.client_secret };

      const revoked = await call('POST', kalends().url('/oauth/token/revoke'), { body: { ...client, [by]: value } });
      const again = await call('POST', kalends().url('/oauth/token/revoke'), { body: { ...client, [by]: value } });

      expect([revoked.status, again.status]).toEqual([200, 200]);
      const after = await kalends().get(user.access_token, '/v1/calendars');
      expect(after.status).toBe(401);
      expect(after.headers.get('www-authenticate')).toContain('invalid_token');
      const refreshed = await token(kalends(), {
        grant_type: 'refresh_token',
        ...client,
        refresh_token: user.refresh_token,
      });
      expect(refreshed.body.error).toBe('invalid_grant');
    },
  );

  it('given a connected application, when its user revokes it on the page, then its tokens are invalid', async () => {
    const application = await kalends().application();
    const user = new Browser(kalends().deployment.baseUrl);
    const code = (await consent(kalends(), application, {}, user)).searchParams.get('code')!;
    const { body: tokens } = await exchange(kalends(), application, code);
    await user.open('/connected-applications');
    expect(user.page).toContain('Test application');

    await user.submit({}, 'Revoke access of Test application');
    await user.open('/connected-applications');

    expect(user.page).toContain('No application');
    expect((await kalends().get(tokens.access_token, '/v1/account')).status).toBe(401);
  });

  it('given the same browser, when the journey is repeated, then the account is the same, unless avoid_linking', async () => {
    const application = await kalends().application();
    const user = new Browser(kalends().deployment.baseUrl);
    const sub = async (more: Record<string, string> = {}) => {
      const code = (await consent(kalends(), application, more, user)).searchParams.get('code')!;
      return (await exchange(kalends(), application, code)).body.sub;
    };

    const first = await sub();

    expect(await sub()).toBe(first);
    expect(await sub({ avoid_linking: 'True' })).not.toBe(first);
  });

  it('given a token without a scope, when the call needs it, then 403 names it (AUTH-7)', async () => {
    const user = await kalends().user({ scope: 'read_free_busy' });

    const read = await kalends().get<{ error: string }>(user.access_token, '/v1/events?tzid=Etc/UTC');
    const managed = await kalends().get(user.access_token, '/v1/events?tzid=Etc/UTC&only_managed=true');
    const write = await kalends().upsert(user, { event_id: '1', summary: 's', start: '2026-12-01', end: '2026-12-02' });

    expect([read.status, read.body.error]).toEqual([403, 'insufficient_scope']);
    expect(managed.status).toBe(200);
    expect(write.status).toBe(403);
  });
});
