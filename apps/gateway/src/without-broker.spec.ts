import { createKafkaTransport, joinBus, type Transport } from '@kalends/messaging';
import { createLogger } from '@kalends/service-runtime';
import { freePort, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import {
  apply,
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  type GatewayDatabase,
} from './read-model/gateway-database.fixture.js';
import { gatewaySettings, startGateway, type RunningGateway } from './service.js';

const consentSettings = {
  GOOGLE_TOKEN_URL: true,
  GOOGLE_AUTHORIZE_URL: true,
  GOOGLE_USERINFO_URL: true,
  GOOGLE_REVOKE_URL: true,
  MICROSOFT_TENANT: true,
  MICROSOFT_AUTHORITY_URL: true,
} as const;
const log = createLogger({ service: 'gateway', level: 'silent' });

describe('the gateway without a broker', () => {
  let database: GatewayDatabase;
  let transport: Transport;
  let gateway: RunningGateway;
  let startedIn: number;

  beforeAll(async () => {
    database = await openGatewayDatabase();
    transport = createKafkaTransport({ brokers: [`127.0.0.1:${await freePort()}`], clientId: 'kalends-spec' });
    const config = {
      PORT: 0,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1',
      DATABASE_URL: database.url,
      DATABASE_POOL: 5,
      ADMIN_KEY: 'spec',
      ENCRYPTION_KEY: [new Uint8Array(32)],
      TRUST_PROXY: false,
      AVAILABILITY_MAX_SPAN: 35,
      RATE_LIMIT_PER_SECOND: 0,
      RATE_LIMIT_PER_MINUTE: 0,
      NEW_ACCOUNTS_PER_HOUR: 0,
      UNKNOWN_REQUESTS_PER_MINUTE: 0,
      PAGES_PER_MINUTE: 0,
      APPLICATIONS: 1_000,
      ACCOUNTS_PER_APPLICATION: 100_000,
      REVOKED_RETENTION_DAYS: 30,
      OIDC_ROLES_CLAIM: 'roles',
      OIDC_ROLES: 'admin=admin',
      ABANDONED_ACCOUNT_DAYS: 0,
      CHECK_PROVIDERS: false,
      ...gatewaySettings.pick(consentSettings).parse({}),
      LOG_LEVEL: 'silent' as const,
      LOG_FORMAT: undefined,
    };
    const startedAt = performance.now();
    gateway = await startGateway(config, transport, { log });
    startedIn = performance.now() - startedAt;
  });
  afterAll(async () => {
    await gateway.close();
    await transport.close();
    await database.stop();
  });

  it('given that, when started, then it answers within a few seconds and reports that the bus cannot be reached', async () => {
    expect(startedIn).toBeLessThan(boundMs(10_000));
    const ready = await fetch(`${gateway.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'degraded',
      checks: { bus: { status: 'degraded' }, database: { status: 'ok' } },
    });
  });

  it('given that, when read and written, then both work and the write waits in the outbox', async () => {
    const { accountId, token } = await newAccount(database.pool);
    const calendarId = `cal_${accountId}`;
    await apply(database.pool, accountId, [
      calendarOf(accountId, calendarId),
      eventOf(accountId, calendarId, 'evt_held'),
    ]);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ event_id: 'new', summary: 'New', start: '2026-11-20', end: '2026-11-21' });
    const written = await fetch(`${gateway.url}/v1/calendars/${calendarId}/events`, { method: 'POST', headers, body });
    expect(written.status).toBe(202);
    const read = await fetch(`${gateway.url}/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20`, { headers });
    expect(((await read.json()) as { events: { summary: string }[] }).events.map(({ summary }) => summary)).toEqual([
      'New',
      'evt_held',
    ]);
    expect(
      (await database.pool.query("SELECT 1 FROM outbox WHERE topic = 'gateway.command.calendar.v1'")).rowCount,
    ).toBe(1);
  });

  it('given a request that needs another service, when sent, then it is 503 with Retry-After', async () => {
    const { accountId } = await newAccount(database.pool);
    const startedAt = performance.now();
    const answer = await fetch(`${gateway.url}/admin/v1/accounts/${accountId}/profiles`, {
      method: 'POST',
      headers: { authorization: 'Bearer spec', 'content-type': 'application/json' },
      body: JSON.stringify({ provider_name: 'caldav', url: 'http://127.0.0.1:1/', username: 'ada', password: 'x' }),
    });
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
    expect(performance.now() - startedAt).toBeLessThan(boundMs(4_000));
  });
});

describe('joining the bus', () => {
  it('given a bus that recovers, when tried again, then the check passes', async () => {
    let tries = 0;
    const reach = async () => {
      tries += 1;
      if (tries < 2) throw new Error('away');
    };
    const limits = { unreachedMs: 0, joiningMs: 30_000 };
    const bus = await joinBus({ reach, join: async () => undefined, healthy: () => true, log }, limits);
    expect(await bus.check.check()).toMatchObject({ status: 'degraded' });
    await waitUntil(async () => (await bus.check.check()) === 'ok');
  });

  it('given a bus that stays unreachable, when stopped, then it is not tried again', async () => {
    let fail: (error: Error) => void = () => undefined;
    let tries = 0;
    const join = () => {
      tries += 1;
      return new Promise((_resolve, reject) => (fail = reject));
    };
    const limits = { unreachedMs: 0, joiningMs: 30_000 };
    const bus = await joinBus({ reach: join, join, healthy: () => false, log }, limits);
    bus.leave();
    fail(new Error('away'));
    expect(await bus.check.check()).toMatchObject({ status: 'degraded' });
    expect(tries).toBe(1);
  });
});
