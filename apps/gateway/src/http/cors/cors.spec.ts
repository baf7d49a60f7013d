import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount } from '../../read-model/gateway-database.fixture.js';

const exposed = 'access-control-allow-origin';

describe('CORS (HTTP-31)', () => {
  let gateway: TestGateway;
  let own: string;
  let foreign: string;
  let clientId: string;
  let token: string;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    [own, foreign] = [`https://${randomUUID()}.example`, `https://${randomUUID()}.example`];
    clientId = await register([own]);
    await register([foreign]);
    ({ token } = await newAccount(gateway.database.pool, ['read_events'], clientId));
  });

  async function register(allowed_origins: string[]): Promise<string> {
    const body = { name: 'Page', redirect_uris: [], client_type: 'public', allowed_origins };
    const created = await gateway.call('POST', '/admin/v1/applications', { token: adminKey, body });
    expect([created.status, created.body]).toMatchObject([201, { allowed_origins }]);
    return (created.body as { client_id: string }).client_id;
  }
  const from = (origin: string, method: string, path: string, call: { token?: string; body?: object } = {}) =>
    gateway.call(method, path, { ...call, headers: { origin } });
  const preflight = (origin: string, path: string, method = 'GET') =>
    gateway.call('OPTIONS', path, { headers: { origin, 'access-control-request-method': method } });
  const stranger = 'https://stranger.example';

  it.each([
    ['/v1/events', 'GET, HEAD, DELETE'],
    ['/v1/calendars/cal_1/events', 'POST, DELETE'],
    ['/oauth/token', 'POST'],
    ['/oauth/token/revoke', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ])(
    'given a preflight of %s, then 204 with its methods; the origin is allowed if any application has it',
    async (path, methods) => {
      for (const [origin, allowed] of [
        [own, own],
        [foreign, foreign],
        [stranger, null],
        ['null', null],
      ] as const) {
        const { status, headers, body } = await preflight(origin, path);
        expect([status, body, headers.get(exposed)]).toEqual([204, '', allowed]);
        expect([headers.get('access-control-allow-methods'), headers.get('vary')]).toEqual([methods, 'Origin']);
        expect(headers.get('access-control-allow-headers')).toContain('Authorization');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
    },
  );

  it.each(['/admin/v1/applications', '/oauth/authorize', '/'])(
    'given a preflight of %s, then no page may call it',
    async (path) => {
      const { status, headers } = await preflight(own, path);
      expect([status, headers.get(exposed)]).toEqual([405, null]);
      expect((await from(own, 'GET', path)).headers.get(exposed)).toBeNull();
    },
  );

  it('given a preflight of an unknown address, then 404; OPTIONS without an origin has Allow (RFC 9110 §9.3.7)', async () => {
    expect((await preflight(own, '/v1/unknown')).status).toBe(404);
    const { status, headers } = await gateway.call('OPTIONS', '/v1/account');
    expect([status, headers.get('allow'), headers.get(exposed)]).toEqual([204, 'GET, HEAD', null]);
  });

  it.each([
    ['a result', 200, 'GET', '/v1/userinfo'],
    ['a missing parameter', 422, 'GET', '/v1/events'],
    ['a missing scope', 403, 'POST', '/v1/calendars/cal_1/events'],
    ['something unknown', 404, 'GET', '/v1/events/pages/unknown'],
    ['the token of another kind', 401, 'GET', '/v1/smart_invites'],
  ])(
    'given %s (%i), then only the origins of the token’s application may read it',
    async (_what, status, method, path) => {
      const call = { token, ...(method === 'POST' ? { body: {} } : {}) };
      for (const [origin, allowed] of [
        [own, own],
        [foreign, null],
        [stranger, null],
      ] as const) {
        const answer = await from(origin, method, path, call);
        expect([answer.headers.get(exposed), answer.headers.get('vary')]).toEqual([allowed, 'Origin']);
        if (status !== 403) expect(answer.status).toBe(status);
      }
    },
  );

  it('given an unknown token or none, then a page of any application may read the 401', async () => {
    for (const call of [{}, { token: 'unknown' }])
      for (const [origin, allowed] of [
        [own, own],
        [foreign, foreign],
        [stranger, null],
      ] as const) {
        const { status, headers } = await from(origin, 'GET', '/v1/account', call);
        expect([status, headers.get(exposed)]).toEqual([401, allowed]);
      }
  });

  it.each(['/oauth/token', '/oauth/token/revoke'])(
    'given %s, then only the origins of its client may read the answer',
    async (path) => {
      const body = { client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
      for (const [origin, allowed] of [
        [own, own],
        [foreign, null],
        [stranger, null],
      ] as const)
        expect((await from(origin, 'POST', path, { body })).headers.get(exposed)).toBe(allowed);
      const tooLong = { client_id: 'x'.repeat(600_000) };
      expect((await from(own, 'POST', path, { body: tooLong })).headers.get(exposed)).toBe(own);
    },
  );

  it('given an application that became confidential or has none, then no page may read its answers', async () => {
    const confidential = await gateway.call('POST', `/admin/v1/applications/${clientId}`, {
      token: adminKey,
      body: { client_type: 'confidential' },
    });
    expect(confidential).toMatchObject({ status: 422, body: { errors: { allowed_origins: expect.any(Array) as [] } } });
    const none = { token: adminKey, body: { client_type: 'confidential', allowed_origins: [] } };
    expect((await gateway.call('POST', `/admin/v1/applications/${clientId}`, none)).status).toBe(200);
    expect((await from(own, 'GET', '/v1/userinfo', { token })).headers.get(exposed)).toBeNull();
  });

  it.each([
    'https://app.example/',
    'https://app.example/path',
    'https://APP.example',
    'https://app.example:443',
    'http://app.example',
    'https://*.example.com',
    'app://page',
    'null',
    '*',
    '',
  ])('given %j as an origin, then 422 names it', async (origin) => {
    const body = { name: 'Page', redirect_uris: [], client_type: 'public', allowed_origins: [origin] };
    const refused = await gateway.call('POST', '/admin/v1/applications', { token: adminKey, body });
    expect([refused.status, Object.keys((refused.body as { errors: object }).errors)]).toEqual([
      422,
      ['allowed_origins[0]'],
    ]);
  });

  it('given a database that does not answer, then the answer is sent, and no page may read it', async () => {
    const { pool } = gateway.database;
    const [table, moved] = ['application', `application_${randomBytes(4).toString('hex')}`];
    await pool.query(`ALTER TABLE ${table} RENAME TO ${moved}`);
    try {
      const { status, headers } = await from(own, 'GET', '/.well-known/oauth-authorization-server');
      expect([status, headers.get(exposed)]).toEqual([200, null]);
    } finally {
      await pool.query(`ALTER TABLE ${moved} RENAME TO ${table}`);
    }
  });
});
