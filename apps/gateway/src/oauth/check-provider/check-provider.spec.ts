import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, publicUrl } from '../../gateway.fixture.js';
import { apply, newDeveloper, profileOf } from '../../read-model/gateway-database.fixture.js';
import { startConsentSetup, type ConsentSetup } from '../journey/consent.fixture.js';

interface Provider {
  provider: string;
  result: string;
  findings: { check: string; result: string; detail: string; steps: string[] }[];
}

describe('the check of a provider (ADM-39)', () => {
  let setup: ConsentSetup;
  beforeAll(async () => {
    setup = await startConsentSetup(testClock().now, { MICROSOFT_CLIENT_ID: undefined });
  });
  afterAll(() => setup.close());
  beforeEach(() => setup.reset());

  const check = async (id: string, key = adminKey) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${setup.url}/admin/v1/providers/${id}/check`, { method: 'POST', headers });
    const body = (await response.json()) as { provider: Provider };
    return { status: response.status, ...body };
  };
  const seed = (client_secret: string, redirect = `${publicUrl}/oauth/providers/google/callback`) =>
    setup.control('seed', { clients: [{ client_id: 'kalends', client_secret, redirect_uris: [redirect] }] });

  it('given a right client, then it is ok, and no user was needed', async () => {
    await seed('client-secret');
    const { status, provider } = await check('google');
    expect([status, provider.provider, provider.result]).toEqual([200, 'google', 'ok']);
    expect(provider.findings.map((one) => one.check)).toEqual(['client', 'secret', 'redirect']);
  });

  it('given an address that is not registered, then it failed, and a step has the address of this installation', async () => {
    await seed('client-secret', 'https://elsewhere.example/callback');
    const { provider } = await check('google');
    expect(provider.result).toBe('failed');
    expect(provider.findings.at(-1)!.steps.join()).toContain(`${publicUrl}/oauth/providers/google/callback`);
  });

  it('given a consent that its provider ends, then that is a warning, with how to publish the client', async () => {
    await seed('client-secret');
    const { pool } = setup.database;
    await pool.query(`INSERT INTO account (account_id, client_id, default_tzid) VALUES ('acc_9', 'app', 'Etc/UTC')`);
    const warnings = [{ code: 'consent_ends', at: '2026-12-06T08:00:00Z' }];
    await apply(pool, 'acc_9', [profileOf('acc_9', { provider_name: 'google', warnings, revision: 2 })]);
    const { provider } = await check('google');
    expect(provider.result).toBe('warning');
    expect(provider.findings.at(-1)).toMatchObject({ check: 'consent_lifetime', result: 'warning' });
    expect(provider.findings.at(-1)!.detail).toContain('1 connected profile');
    expect(provider.findings.at(-1)!.steps.join()).toContain('Publish app');
  });

  it.each([
    ['viewer', 403],
    ['operator', 200],
  ])('given a %s of the console, then %i', async (role, status) => {
    await seed('client-secret');
    const send = (path: string, body: object, headers: Record<string, string>) =>
      fetch(`${setup.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl, ...headers },
        body: JSON.stringify(body),
      });
    const made = await send('/admin/v1/console_links', { role }, { authorization: `Bearer ${adminKey}` });
    const { url } = (await made.json()) as { url: string };
    const session = await send('/console/session', { link: url.split('sign-in=')[1] }, {});
    const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
    expect((await send('/admin/v1/providers/google/check', {}, { cookie })).status).toBe(status);
  });

  it('given a provider without a client, or none, then 404; given a developer, then 403 before anything is sent', async () => {
    expect((await check('microsoft')).status).toBe(404);
    expect((await check('yahoo')).status).toBe(404);
    const before = await setup.counts();
    expect((await check('google', (await newDeveloper(setup.database.pool)).key)).status).toBe(403);
    expect(await setup.counts()).toEqual(before);
  });
});
