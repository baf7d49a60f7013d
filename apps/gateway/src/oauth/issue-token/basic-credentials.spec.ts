import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newApplication } from '../../read-model/gateway-database.fixture.js';

/** RFC 6749 §2.3.1, written out: form-urlencoded, joined by a colon, in base64. */
const basic = (id: string, secret: string) => {
  const encoded = [id, secret].map((one) => new URLSearchParams({ x: one }).toString().slice(2)).join(':');
  return `Basic ${Buffer.from(encoded).toString('base64')}`;
};

describe('client credentials in HTTP Basic (RFC 6749 §2.3.1)', () => {
  let gateway: TestGateway;
  let client: { clientId: string; secret: string };
  let refresh_token: string;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    client = await newApplication(gateway.database.pool);
    const path = `/admin/v1/applications/${client.clientId}/accounts`;
    const { body } = await gateway.call('POST', path, { token: adminKey, body: { email: 'ada@example.com' } });
    ({ refresh_token } = body as { refresh_token: string });
  });

  const refresh = (authorization: string, more: Record<string, string> = {}, path = '/oauth/token') =>
    gateway.call('POST', path, {
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token, ...more }),
    });

  it.each(['Basic', 'basic'])(
    'given id and secret as %s, then tokens, with client_id in the body or without',
    async (scheme) => {
      const header = basic(client.clientId, client.secret).replace('Basic', scheme);
      expect((await refresh(header)).status).toBe(200);
      expect((await refresh(header, { client_id: client.clientId })).status).toBe(200);
    },
  );

  it('given characters that form-urlencoding escapes, then they are decoded', async () => {
    const [id, secret] = ['app+1 ü:%', 'KAL_+ %:ß'];
    expect((await refresh(basic(id, secret))).body).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('client_id contains characters'),
    });
    const escaped = Buffer.from(`${client.clientId.replaceAll('-', '%2D')}:${client.secret.replaceAll('_', '%5F')}`);
    expect((await refresh(`Basic ${escaped.toString('base64')}`)).status).toBe(200);
  });

  it('given a revocation, then it takes them as well', async () => {
    const header = basic(client.clientId, client.secret);
    const revoked = await refresh(header, { token: refresh_token }, '/oauth/token/revoke');
    expect([revoked.status, (await refresh(header)).body]).toMatchObject([200, { error: 'invalid_grant' }]);
  });

  it.each([
    ['a wrong secret', () => basic(client.clientId, 'KAL_wrong')],
    ['no secret', () => basic(client.clientId, '')],
    ['an unknown id', () => basic('unknown', client.secret)],
    ['something else', () => 'Basic %%%'],
  ])('given %s, then 401 names the scheme (RFC 6749 §5.2), for tokens and revocation', async (_what, header) => {
    for (const path of ['/oauth/token', '/oauth/token/revoke']) {
      const { status, headers, body } = await refresh(header(), {}, path);
      expect([status, headers.get('www-authenticate'), body]).toMatchObject([
        401,
        'Basic realm="kalends"',
        { error: 'invalid_client' },
      ]);
    }
  });

  it.each(['undefined', 'Bearer undefined', 'Basic undefined', basic('another', 'KAL_another'), 'Basic', ''])(
    'given a secret in the body and the header %j, then the body alone counts (AUTH-3)',
    async (header) => {
      const credentials = { client_id: client.clientId, client_secret: client.secret };
      expect((await refresh(header, credentials)).status).toBe(200);
      const wrong = await refresh(basic(client.clientId, client.secret), {
        ...credentials,
        client_secret: 'KAL_wrong',
      });
      expect([wrong.status, wrong.body]).toMatchObject([400, { error: 'invalid_client' }]);
    },
  );

  it('given a public client in the body and Basic of another one, then the body counts (AUTH-3)', async () => {
    await gateway.database.pool.query("UPDATE application SET client_type = 'public'");
    await gateway.database.pool.query('UPDATE authorization_grant SET public_client = true');
    const answer = await refresh(basic('another', 'KAL_another'), { client_id: client.clientId });
    expect(answer.status).toBe(200);
  });

  it('then the metadata of RFC 8414 names it', async () => {
    const { body } = await gateway.call('GET', '/.well-known/oauth-authorization-server');
    const methods = ['client_secret_basic', 'client_secret_post', 'none'];
    expect(body).toMatchObject({
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
    });
  });
});
