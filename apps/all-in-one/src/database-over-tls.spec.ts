// @module-tag long
import { connect, createServer, type AddressInfo } from 'node:net';
import { createPool, inTransaction, limitQueries } from '@kalends/postgres';
import { missingForTls, roundsOf, skipFor, startTlsDatabase, type TlsDatabase, waitUntil } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import { Installation } from './installation.fixture.js';

const adminKey = 'an-admin-key-of-a-spec';

interface Application {
  client_id: string;
  client_secret: string;
}

const wholeDay = (sub: string) => ({
  participants: [{ members: [{ sub }], required: 'all' }],
  required_duration: { minutes: 60 },
  query_periods: [{ start: '2030-01-07T00:00:00Z', end: '2030-01-08T00:00:00Z' }],
});

describe('an external PostgreSQL over TLS', () => {
  const missing = missingForTls();
  let database: TlsDatabase | undefined;
  let installation: Installation | undefined;
  beforeAll(async () => {
    if (!missing) database = await startTlsDatabase();
  });
  beforeEach((context) => {
    if (missing) skipFor(context, missing);
  });
  afterEach(() => installation?.remove());
  afterAll(() => database?.stop());

  /** The certificate contains the host name and the address. */
  const urlWith = (parameters: string) => `${database!.url.replace('127.0.0.1', 'localhost')}?${parameters}`;
  const verified = () => `sslmode=verify-full&sslrootcert=${encodeURIComponent(database!.ca)}`;

  async function isEncrypted(parameters: string): Promise<boolean> {
    const pool = createPool({ url: urlWith(parameters), max: 1 });
    try {
      const { rows } = await pool.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0]!.ssl;
    } finally {
      await pool.end();
    }
  }

  it('given the sslmodes of libpq, when connected, then TLS is used, and the certificate is verified when required', async () => {
    expect(await isEncrypted(verified())).toBe(true);
    expect(await isEncrypted('sslmode=require')).toBe(true);
    await expect(isEncrypted('sslmode=verify-full')).rejects.toThrow('self-signed certificate');
    await expect(isEncrypted('sslmode=disable')).rejects.toThrow('no encryption');
  });

  it('given a connection that stops responding, when a query has a limit, then it fails in time, and its connection is not used again', async () => {
    let isSilent = false;
    const proxy = createServer((socket) => {
      const server = connect(Number(new URL(database!.url).port), '127.0.0.1');
      server.on('data', (chunk) => (isSilent ? undefined : socket.write(chunk)));
      socket.on('data', (chunk) => server.write(chunk));
      socket.on('close', () => server.destroy());
      socket.on('error', () => server.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = Object.assign(new URL(urlWith('sslmode=require')), { port: (proxy.address() as AddressInfo).port });
    const pool = createPool({ url: url.toString(), max: 1 });
    const backend = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    for (const runQuery of [
      (limited: typeof pool) => limited.query('SELECT 1'),
      (limited: typeof pool) => inTransaction(limited, (transaction) => transaction.query('SELECT 1')),
    ]) {
      const before = await backend();
      isSilent = true;
      const began = performance.now();
      await expect(runQuery(limitQueries(pool, 300))).rejects.toThrow('Query read timeout');
      expect(performance.now() - began).toBeLessThan(boundMs(5_000));
      isSilent = false;
      expect(await backend()).not.toBe(before);
    }
    await pool.end();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('given all-in-one, when its DATABASE_URL requires TLS, then services, outbox and bus work over it', async () => {
    installation = await Installation.create();
    const starts = roundsOf('KALENDS_TLS_STARTS', { usual: 1, nightly: 2 });
    for (const parameters of [verified(), 'sslmode=require'].slice(0, starts)) {
      await installation.start({ DATABASE_URL: urlWith(parameters), ADMIN_KEY: adminKey, DEMO: 'false' });
      const call = async <Answer>(path: string, key: string, body: object) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        return (await (await fetch(`${installation!.base}/${path}`, init)).json()) as Answer;
      };
      const named = { name: 'Over TLS', redirect_uris: [] };
      const { client_id: id, client_secret: secret } = await call<Application>(
        'admin/v1/applications',
        adminKey,
        named,
      );
      const accounts = `admin/v1/applications/${id}/accounts`;
      const { sub } = await call<{ sub: string }>(accounts, adminKey, { email: 'ada@example.com' });
      // the calendar is free once its state has reached another service through the outbox and the bus
      const isFree = async () => {
        const answer = await call<{ available_periods?: unknown[] }>('v1/availability', secret, wholeDay(sub));
        return answer.available_periods?.length === 1;
      };
      await waitUntil(isFree, { timeout: 60_000, what: 'a calendar that was published over the bus' });
      expect(await installation.stop()).toBe(0);
    }
  });

  it('given a server that requires TLS, when DATABASE_URL disables it, then one line reports that, and the code is 1', async () => {
    installation = await Installation.create();
    const { code, stderr } = await installation.run({ DATABASE_URL: urlWith('sslmode=disable'), ADMIN_KEY: adminKey });
    expect(code).toBe(1);
    expect(stderr).toContain('no encryption');
  });
});
