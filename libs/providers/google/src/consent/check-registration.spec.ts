import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkRegistration } from './check-registration.js';

const egress = createEgress({ allowNetworks: ['127.0.0.0/8'], timeoutMs: 5_000 });
const callbackUrl = 'https://calendar.example.com/oauth/providers/google/callback';

describe('the check of the client at Google (ADM-39)', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  beforeAll(async () => {
    simulator = await startSimulator();
    const clients = [{ client_id: 'kalends', client_secret: 'right', redirect_uris: [callbackUrl] }];
    const body = JSON.stringify({ clients });
    await fetch(`${simulator.url}/control/seed`, { method: 'POST', body });
  });
  afterAll(() => simulator.close());

  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));
  const listen = async (handle: RequestListener) => {
    const server = createServer(handle);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const check = (changes: Partial<Parameters<typeof checkRegistration>[0]> = {}) =>
    checkRegistration(
      {
        id: 'kalends',
        secret: 'right',
        callbackUrl,
        tokenUrl: `${simulator.url}/token`,
        authorizeUrl: `${simulator.url}/o/oauth2/v2/auth`,
        ...changes,
      },
      egress,
    );
  const results = async (changes: Parameters<typeof check>[0] = {}) =>
    (await check(changes)).map((one) => [one.check, one.result]);

  it('given a right client, then each part is ok, and there is nothing to click', async () => {
    const findings = await check();
    expect(findings.map((one) => [one.check, one.result])).toEqual([
      ['client', 'ok'],
      ['secret', 'ok'],
      ['redirect', 'ok'],
    ]);
    expect(findings.flatMap(({ steps }) => steps)).toEqual([]);
  });

  it('given an unknown id, then the client failed, with where to click', async () => {
    const [finding] = await check({ id: 'nobody' });
    expect(finding).toMatchObject({ check: 'client', result: 'failed' });
    expect(finding!.detail).toContain('GOOGLE_CLIENT_ID');
    expect(finding!.steps[0]).toContain('console.cloud.google.com/auth/clients');
  });

  it('given another redirect address, then that failed, and its steps name the address to enter', async () => {
    const address = 'https://other.example/oauth/providers/google/callback';
    const findings = await check({ callbackUrl: address });
    expect(findings.map((one) => [one.check, one.result])).toEqual([
      ['client', 'ok'],
      ['secret', 'ok'],
      ['redirect', 'failed'],
    ]);
    expect(findings[2]!.steps.join('\n')).toContain(address);
  });

  it.each([
    [
      'a wrong secret',
      401,
      { error: 'invalid_client', error_description: 'Unauthorized' },
      [
        ['client', 'ok'],
        ['secret', 'failed'],
      ],
    ],
    ['a deleted client', 401, { error: 'deleted_client' }, [['client', 'failed']]],
    ['a client of another type', 400, { error: 'unauthorized_client' }, [['client', 'failed']]],
    [
      'a mismatch',
      400,
      { error: 'redirect_uri_mismatch' },
      [
        ['client', 'ok'],
        ['secret', 'ok'],
        ['redirect', 'failed'],
      ],
    ],
    ['an unknown error', 400, { error: 'org_internal' }, [['client', 'unknown']]],
    ['an outage', 503, {}, [['client', 'unknown']]],
  ])('given %s as Google answers it, then it is found', async (_what, status, body, expected) => {
    const url = await listen((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    expect(await results({ tokenUrl: `${url}/token` })).toEqual(expected);
  });

  it("given Google's redirect to its error page, then its reason is read", async () => {
    const reason = Buffer.from('\n\u0015redirect_uri_mismatch\u0012\u00b0You can’t sign in').toString('base64');
    const url = await listen((_request, response) => {
      const location = `https://accounts.google.com/signin/oauth/error?authError=${encodeURIComponent(reason)}`;
      response.writeHead(302, { location }).end();
    });
    expect((await results({ authorizeUrl: `${url}/auth` })).at(-1)).toEqual(['redirect', 'failed']);
  });

  it('given an answer with secrets, or one that is hostile, then none of its text is shown', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(400).end(`{"error":"<script>","error_description":"${'x'.repeat(100_000)}"}`);
    });
    const text = JSON.stringify(await check({ tokenUrl: `${url}/token`, secret: 'sec-ret' }));
    expect(text).not.toMatch(/script|xxx|sec-ret/);
  });
});
