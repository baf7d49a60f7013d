import type { RegistrationFinding } from '@kalends/provider-port/consent';
import { createLogger } from '@kalends/service-runtime';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openGatewayDatabase, type GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { ClientChecks } from '../journey/client-checks.js';
import type { Registration, Registrations } from '../journey/registrations.js';
import { CheckClients } from './check-clients.js';
import { inTime } from './in-time.js';

const minute = 60_000;
const hour = 60 * minute;
const fine: RegistrationFinding = { check: 'client', result: 'ok', detail: 'Google knows the client.', steps: [] };
const wrong: RegistrationFinding = {
  check: 'secret',
  result: 'failed',
  detail: 'Google rejects the secret in GOOGLE_CLIENT_SECRET.',
  steps: ['Press Add secret.'],
};
const away: RegistrationFinding = {
  check: 'client',
  result: 'unknown',
  detail: 'Google cannot be reached.',
  steps: [],
};

interface Line {
  event: string;
  level: string | number;
  msg: string;
  steps?: string[];
}

describe('the check of OAuth clients in the background (ADM-42)', () => {
  const clock = testClock();
  let database: GatewayDatabase;
  let lines: Line[];
  let sent: number;
  let found: () => Promise<RegistrationFinding[]>;

  /** A process of the gateway with a client at Google. */
  const start = (client = 'as configured', CHECK_PROVIDERS = true) => {
    const check = () => {
      sent += 1;
      return found();
    };
    const google: Registration = { redirectAddress: 'https://kalends.test/callback', client, check };
    const registrations: Registrations = { registrationAt: (id) => (id === 'google' ? google : null) };
    const log = createLogger({
      service: 'gateway',
      level: 'debug',
      write: (line: string) => void lines.push(JSON.parse(line) as Line),
    });
    const checks = new ClientChecks(registrations, database.pool, clock.now);
    return { checks, clients: new CheckClients(checks, registrations, { CHECK_PROVIDERS }, clock.now, log) };
  };

  beforeAll(async () => {
    database = await openGatewayDatabase();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await database.pool.query('DELETE FROM provider_check');
    [lines, sent, found] = [[], 0, async () => [fine, wrong]];
  });

  it('given a wrong secret, when the service has started, then it is logged in words with what to click, and kept with its time', async () => {
    const { checks, clients } = start();
    expect(await clients.round()).toBe(1);
    expect(lines.filter(({ event }) => event === 'provider.problem_reported')).toMatchObject([
      { provider_name: 'google', check: 'secret', result: 'failed', msg: wrong.detail, steps: wrong.steps },
    ]);
    expect(lines.filter(({ event }) => event === 'provider.checked')).toMatchObject([{ result: 'failed' }]);
    expect((await checks.last()).get('google')).toEqual({ checkedAt: '2026-01-05T09:00:00Z', findings: [fine, wrong] });
  });

  it('given several replicas that start at the same time, then one of them sends requests, and the others know what it found', async () => {
    const replicas = [start(), start(), start()];
    const rounds = await Promise.all(replicas.map(({ clients }) => clients.round()));
    expect([sent, rounds.reduce((sum, one) => sum + one, 0)]).toEqual([1, 1]);
    for (const { checks } of replicas) expect((await checks.last()).get('google')?.findings).toEqual([fine, wrong]);
  });

  it('given a check, then the next one is a day later, and a start checks again after ten minutes', async () => {
    const { clients } = start();
    await clients.round();
    clock.advance(23 * hour);
    expect(await clients.round()).toBe(0);
    clock.advance(hour);
    expect(await clients.round()).toBe(1);
    clock.advance(9 * minute);
    expect(await start().clients.round()).toBe(0);
    clock.advance(minute);
    expect(await start().clients.round()).toBe(1);
  });

  it('given another secret, when the service starts with it, then it is checked at once, and nothing is shown of the earlier one before', async () => {
    await start().clients.round();
    const next = start('with another secret');
    expect((await next.checks.last()).get('google')).toBeUndefined();
    found = async () => [fine];
    expect(await next.clients.round()).toBe(1);
    expect((await next.checks.last()).get('google')?.findings).toEqual([fine]);
  });

  it('given a provider that cannot be reached, then it is tried again an hour later', async () => {
    found = async () => [away];
    const { clients } = start();
    await clients.round();
    clock.advance(59 * minute);
    expect(await clients.round()).toBe(0);
    clock.advance(minute);
    expect(await clients.round()).toBe(1);
  });

  it('given a check that fails, then the round fails and the service continues; an hour later it is repeated', async () => {
    found = async () => Promise.reject(new Error('broken'));
    const { clients } = start();
    await expect(clients.round()).rejects.toThrow('broken');
    found = async () => [fine];
    clock.advance(hour);
    expect(await clients.round()).toBe(1);
  });

  it('given a check in progress, when the service stops, then it ends at once without findings, and another process repeats it', async () => {
    found = () => new Promise(() => undefined);
    const { checks, clients } = start();
    const round = clients.round();
    clients.stop();
    expect(await round).toBe(0);
    expect((await checks.last()).get('google')).toBeUndefined();
    found = async () => [fine];
    clock.advance(minute);
    expect(await start().clients.round()).toBe(1);
  });

  it('given the setting CHECK_PROVIDERS=false, then nothing is sent', async () => {
    expect(await start('as configured', false).clients.round()).toBe(0);
    expect(sent).toBe(0);
  });

  it('given a provider that does not answer, then there is a result after the longest time', async () => {
    const { signal } = new AbortController();
    expect(await inTime(new Promise<string>(() => undefined), { ms: 10, late: 'late', signal })).toBe('late');
    expect(await inTime(Promise.resolve('found'), { ms: 10_000, late: 'late', signal })).toBe('found');
  });
});
