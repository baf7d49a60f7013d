import { afterEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication } from '../../read-model/gateway-database.fixture.js';

const most = 5;
const events = '/v1/events?tzid=Etc/UTC';

describe('requests of one address that no credential admits (HTTP-35)', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());

  const start = async () =>
    (gateway = await startTestGateway({ env: { UNKNOWN_REQUESTS_PER_MINUTE: String(most), PAGES_PER_MINUTE: '3' } }));

  /** From an address, which the proxy names. */
  const from = (address: string, method: string, path: string, token?: string) =>
    gateway.call(method, path, {
      ...(token === undefined ? {} : { token }),
      ...(method === 'POST' ? { body: {} } : {}),
      headers: { 'x-forwarded-for': address },
    });

  const calls = [
    ['GET', events],
    ['GET', '/v1/account'],
    ['POST', '/v1/availability'],
    ['POST', '/v1/batch'],
    ['POST', '/v1/smart_invites'],
  ] as const;

  it('given too many with unknown credentials, then 429 with Retry-After, only for strangers of that address', async () => {
    await start();
    const { pool } = gateway.database;
    const [{ token }, { secret }] = [await newAccount(pool), await newApplication(pool)];
    for (const [method, path] of calls) expect((await from('192.0.2.1', method, path, 'nobody')).status).toBe(401);
    for (const [method, path] of calls) {
      const { status, headers } = await from('192.0.2.1', method, path, 'nobody');
      expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    }
    expect((await from('192.0.2.1', 'GET', events, token)).status).toBe(200);
    expect((await from('192.0.2.1', 'POST', '/v1/availability', secret)).status).toBe(422);
    expect((await from('192.0.2.2', 'GET', events, 'nobody')).status).toBe(401);
  });

  it('given too many without a credential, then 429, also for the admin API', async () => {
    await start();
    for (const [method, path] of calls) expect((await from('192.0.2.1', method, path)).status).toBe(401);
    for (const [method, path] of calls) expect((await from('192.0.2.1', method, path)).status).toBe(429);
    expect((await from('192.0.2.1', 'GET', '/admin/v1/applications')).status).toBe(429);
  });

  it('given expired tokens, and credentials of the wrong kind, then each client learns so, however many', async () => {
    await start();
    const { pool } = gateway.database;
    const [{ token, hash }, { secret }] = [await newAccount(pool), await newApplication(pool)];
    await pool.query("UPDATE access_token SET expires_at = now() - interval '1 minute' WHERE token_hash = $1", [hash]);
    for (let n = 0; n <= most; n += 1) {
      expect((await from('192.0.2.1', 'GET', events, token)).status).toBe(401);
      expect((await from('192.0.2.1', 'POST', '/v1/batch', secret)).status).toBe(401);
    }
  });

  it('given notifications that prove nothing, then they count; those of providers do not', async () => {
    await start();
    const forged = () => from('192.0.2.1', 'POST', '/v1/provider_notifications/google');
    for (let n = 0; n < most; n += 1) expect((await forged()).status).toBe(404);
    expect((await forged()).status).toBe(429);
    const value = Array.from({ length: 1_001 }, () => ({ clientState: 'x.y' }));
    const microsoft = (some: unknown[]) =>
      gateway.call('POST', '/v1/provider_notifications/microsoft', { body: { value: some } });
    expect((await microsoft(value)).status).toBe(422);
    expect((await microsoft(value.slice(1))).status).toBe(404);
  });

  it('given too many pages of the journey, then 429 as a page; the health and the token endpoint answer', async () => {
    await start();
    const open = () => from('192.0.2.1', 'GET', '/oauth/authorize?client_id=x');
    for (let n = 0; n < 3; n += 1) expect((await open()).status).toBe(400);
    const { status, headers, body } = await open();
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(body).toContain('<h1>');
    expect((await from('192.0.2.1', 'GET', '/health/live')).status).toBe(200);
    expect((await from('192.0.2.1', 'POST', '/oauth/token')).status).toBe(400);
    expect((await from('192.0.2.2', 'GET', '/oauth/authorize?client_id=x')).status).toBe(400);
  });
});
