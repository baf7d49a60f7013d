import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkRegistration } from './check-registration.js';

const egress = createEgress({ allowNetworks: ['127.0.0.0/8'], timeoutMs: 5_000 });
const callbackUrl = 'https://calendar.example.com/oauth/providers/microsoft/callback';
const day = 86_400_000;
const clock = Date.UTC(2026, 10, 29);

describe('the check of the application at Microsoft (ADM-39)', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  const control = (name: string, body: object) =>
    fetch(`${simulator.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
  beforeAll(async () => {
    simulator = await startSimulator();
  });
  afterAll(() => simulator.close());
  beforeEach(async () => {
    await control('reset', {});
    await control('clock', { now: new Date(clock).toISOString() });
  });

  const seed = async (more: object = {}) => {
    const client = { client_id: 'app', client_secret: 'Q~8right', redirect_uris: [callbackUrl], ...more };
    const users = [{ email: 'mia@work.example', tenant: 'work' }];
    await control('seed', { microsoft: { clients: [client], users } });
  };
  const check = (changes: object = {}) =>
    checkRegistration(
      {
        id: 'app',
        secret: 'Q~8right',
        authorityUrl: simulator.url,
        tenant: 'work.example',
        callbackUrl,
        clock: () => clock,
        ...changes,
      },
      { egress, graphUrl: `${simulator.url}/v1.0` },
    );
  const results = async (changes: object = {}) => (await check(changes)).map((one) => [one.check, one.result]);
  const ok = [
    ['client', 'ok'],
    ['secret', 'ok'],
  ];

  it.each(['work.example', 'common', 'organizations'])(
    'given a right application at %s, then all is ok',
    async (tenant) => {
      await seed();
      expect(await results({ tenant })).toEqual([...ok, ['redirect', 'ok']]);
    },
  );

  it.each([
    ['an unknown id', { id: 'nobody' }, {}, [['client', 'failed']]],
    ['a wrong secret', { secret: 'wrong' }, {}, [ok[0], ['secret', 'failed']]],
    ['a secret that has expired', {}, { secret_ends: '2026-11-28T00:00:00Z' }, [ok[0], ['secret', 'failed']]],
    ['an unknown tenant', { tenant: 'nowhere.example' }, {}, [['tenant', 'failed']]],
    ['an application of one tenant at a word', { tenant: 'common' }, { tenant: 'one' }, [['tenant', 'failed']]],
    ['another redirect address', { callbackUrl: 'https://x.example/' }, {}, [...ok, ['redirect', 'failed']]],
  ])('given %s, then that is found, with where to click', async (_what, changes, client, expected) => {
    await seed(client);
    const findings = await check(changes);
    expect(findings.map((one) => [one.check, one.result])).toEqual(expected);
    const { detail, steps } = findings.at(-1)!;
    expect(detail).toMatch(/MICROSOFT_|redirect address/);
    expect(steps.join('\n')).toContain('https://entra.microsoft.com');
    expect(JSON.stringify(findings)).not.toContain('Trace ID');
  });

  it.each([
    [20, 'warning'],
    [200, 'ok'],
  ])(
    'given a secret that expires in %i days, and an application that may read itself, then: %s',
    async (days, result) => {
      await seed({ secret_ends: new Date(clock + days * day).toISOString(), reads_itself: true });
      const findings = await check();
      expect(findings.map((one) => [one.check, one.result])).toEqual([
        ...ok,
        ['secret_lifetime', result],
        ['redirect', 'ok'],
      ]);
      expect(findings[2]!.detail).toContain(new Date(clock + days * day).toISOString().slice(0, 10));
    },
  );

  it('given a request that is refused before the secret is examined, then the secret is unknown, not right', async () => {
    const server = createServer((_request, response) => {
      const error_description = 'AADSTS9002313: Invalid request. Request is malformed or invalid.';
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_request', error_description }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const authorityUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await results({ authorityUrl, tenant: 'common' })).toEqual([['secret', 'unknown']]);
    server.close();
  });

  it('given a provider that cannot be reached, then that is unknown, not wrong', async () => {
    expect(await results({ authorityUrl: 'http://127.0.0.1:9' })).toEqual([['client', 'unknown']]);
  });
});
