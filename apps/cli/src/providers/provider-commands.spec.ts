import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeGateway, type FakeGateway } from '../fake-gateway.fixture.js';
import { runWith } from '../terminal.fixture.js';

const listed = (provider: string, configured: boolean) => ({
  provider,
  name: provider,
  configured,
  redirect_address: configured ? 'https://calendar.example.com/oauth/providers/google/callback' : null,
  settings: [],
  budget: { minute: { used: 1, limit: 600 }, day: { used: 210, limit: 1000, forecast: 640 }, closed_until: null },
  profiles: [{ provider_name: provider, ok: 4, pending: 1, failing: 2, set_aside: 0, disconnected: 3 }],
  ending_profiles: 2,
  checked_at: configured ? '2026-11-19T08:00:00Z' : null,
  result: configured ? 'failed' : null,
  findings: [],
});
const finding = (check: string, result: string, steps: string[] = []) => ({
  check,
  result,
  detail: `${check} is ${result}.`,
  steps,
});
const checked = (name: string, result: string, findings: object[]) => ({
  provider: { provider: name.toLowerCase(), name, result, findings },
});

describe('the command line: providers', () => {
  let gateway: FakeGateway;
  let right: FakeGateway;
  const runAt = (at: FakeGateway, args: string[]) =>
    runWith(args, { env: { PUBLIC_URL: at.url, ADMIN_KEY: 'a-key-of-the-test' } });

  beforeAll(async () => {
    const providers = [listed('google', true), listed('microsoft', false)];
    const secret = finding('secret', 'failed', ['Open the console.', 'Press Add secret.']);
    gateway = await startFakeGateway({
      'GET /admin/v1/providers': [200, { providers }],
      'POST /admin/v1/providers/google/check': [200, checked('Google', 'failed', [finding('client', 'ok'), secret])],
    });
    right = await startFakeGateway({
      'GET /admin/v1/providers': [200, { providers }],
      'POST /admin/v1/providers/google/check': [200, checked('Google', 'ok', [finding('client', 'ok')])],
    });
  });
  afterAll(() => Promise.all([gateway.close(), right.close()]));

  it('given a wrong secret, when checked, then what is wrong is printed, with numbered steps, and the exit code is 1', async () => {
    const { code, out, err } = await runAt(gateway, ['providers', 'check']);
    expect(code).toBe(1);
    expect(out).toContain('FAILED   secret is failed.');
    expect(out).toMatch(/1\. Open the console\.\n\s+2\. Press Add secret\./);
    expect(err).toContain('users cannot connect at Google');
  });

  it('given that all is right, when checked, then the exit code is 0, and only what is configured was tried', async () => {
    const { code, out } = await runAt(right, ['providers', 'check']);
    expect([code, out]).toEqual([0, 'Google\n  ok       client is ok.\n']);
    expect(right.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /admin/v1/providers',
      'POST /admin/v1/providers/google/check',
    ]);
  });

  it('given a provider by its name, then only that is tried; one that is not configured is an error', async () => {
    expect((await runAt(right, ['providers', 'check', 'google'])).code).toBe(0);
    expect((await runAt(right, ['providers', 'check', 'microsoft'])).code).toBe(1);
  });

  it('given the list, then each has its redirect address, its last check, its profiles, how many consents end, and its budget', async () => {
    const { out } = await runAt(right, ['providers', 'list']);
    expect(out).toMatch(
      /google +true +https:\/\/calendar\.example\.com\S+ +failed +2026-11-19T08:00:00Z +10 +5 +2 +210 +640 +1000/,
    );
  });
});
