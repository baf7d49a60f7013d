import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newApplication } from '../read-model/gateway-database.fixture.js';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

describe('addresses that are spelt in another way than their route', () => {
  let gateway: TestGateway;
  let alias: TestGateway;
  const lines: string[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({ write: (line) => lines.push(line) });
    alias = await startTestGateway({ env: { CLIENT_ALIAS: 'cal.example.com' } });
  });
  afterAll(async () => {
    await gateway.stop();
    await alias.stop();
  });

  /** Sends the target as it is: `fetch` would normalise it. */
  const send = (target: string, { method = 'GET', body = '', at = gateway, key = adminKey } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const { hostname, port } = new URL(at.url);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const sent = request({ hostname, port, path: target, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode!, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });

  it.each([
    '/%61dmin/v1/applications',
    '/admi%6E/v1/applications',
    '/%61%64%6d%69%6e/v1/applications',
    'http://kalends.test/admin/v1/applications',
    'http://kalends.test/%61dmin/v1/applications',
    'http://kalends.test//admin/v1/applications',
    '//admin/v1/applications',
    '/v1/../admin/v1/applications',
    '/ADMIN/v1/applications',
  ])('given %s, then it is not the admin API, whatever the key and the method (ADM-5)', async (target) => {
    expect((await send('/admin/v1/applications')).status).toBe(200);
    for (const method of ['GET', 'POST', 'PUT'])
      expect(await send(target, { method }), method).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('given the prefix of an alias, then it leads to calls, not to the admin API', async () => {
    const ofAlias = { at: alias };
    expect((await send('/.cronofy.com/admin/v1/applications', ofAlias)).status).toBe(404);
    expect((await send('/.cronofy.com/v1/account', ofAlias)).status).toBe(401);
  });

  it.each([
    ['/%761/holds', 422, { errors: { hold_id: [{ key: 'errors.invalid' }] } }],
    ['http://kalends.test/v1/holds', 422, { errors: { hold_id: [{ key: 'errors.invalid' }] } }],
    ['/oauth/%74oken', 400, { error: 'invalid_request', error_description: expect.any(String) as string }],
    ['http://kalends.test/oauth/token/revoke', 400, { error: 'invalid_request' }],
    ['/v1-no/holds', 404, {}],
  ])(
    'given %s with a text that cannot be stored, then the error has the shape of its route',
    async (target, status, body) => {
      const { secret: key } = await newApplication(gateway.database.pool);
      const sent = await send(target, { method: 'POST', body: JSON.stringify({ hold_id: '\u0000' }), key });
      expect(sent).toMatchObject({ status, body });
    },
  );

  it('given any spelling, then the log has the route', async () => {
    lines.length = 0;
    await send('http://kalends.test/%761/holds', { method: 'POST', body: '{}' });
    expect(lines.join('\n')).toContain('POST /v1/holds 401');
  });
});
