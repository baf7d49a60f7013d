import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { apply, calendarOf, eventOf, newAccountWithCalendar } from '../read-model/gateway-database.fixture.js';
import { tokenHash } from '../tokens/hash.js';

type Call = NonNullable<Parameters<TestGateway['call']>[2]>;
export type Sent = readonly [method: string, path: string, call?: Call];

export const redirectUri = 'http://localhost:3000/callback';
export const secret = `KAL_${randomUUID()}`;
export const event = { event_id: 'e', summary: 's', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
const client = { client_id: 'app', client_secret: secret };

/** A gateway with an application, one of its accounts and two calendars; and the requests of somebody who begins. */
export function newcomer() {
  let gateway: TestGateway;
  let account: Awaited<ReturnType<typeof newAccountWithCalendar>>;
  let readOnly: string;

  async function start() {
    gateway = await startTestGateway({ env: { RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_PER_MINUTE: '10000' } });
    const { pool } = gateway.database;
    await pool.query('UPDATE application SET redirect_uris = $1', [[redirectUri]]);
    await pool.query(
      "INSERT INTO application_secret (secret_id, client_id, secret_hash, secret_sealed) VALUES ('sec_1', 'app', $1, 'v1.sealed')",
      [tokenHash(secret)],
    );
    account = await newAccountWithCalendar(pool);
    readOnly = `cal_holidays_${account.accountId}`;
    await apply(pool, account.accountId, [{ ...calendarOf(account.accountId, readOnly), calendar_readonly: true }]);
  }

  const upsert = (more: object = {}): Sent => [
    'POST',
    `/v1/calendars/${account.calendarId}/events`,
    { token: account.token, body: { ...event, ...more } },
  ];
  const raw = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${account.token}`;
    const url = `${gateway.url}/v1/calendars/${account.calendarId}/events`;
    const all = { authorization, 'content-type': 'application/json', ...headers };
    const answer = await fetch(url, {
      method: 'POST',
      headers: all,
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
  };
  const read = (query: string, more: Call = { token: account.token }): Sent => ['GET', `/v1/events?${query}`, more];
  const token = (more: object, path = '/oauth/token'): Sent => ['POST', path, { body: { ...client, ...more } }];
  const authorize = (more: Record<string, string>): Sent => [
    'GET',
    `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'app', redirect_uri: redirectUri, scope: 'read_events', ...more }).toString()}`,
  ];

  /** An authorization code of the application, with what differs from a live one. */
  async function newCode(more: { expired?: boolean } = {}): Promise<string> {
    const code = randomUUID();
    await gateway.database.pool.query(
      `INSERT INTO authorization_code (code_hash, client_id, account_id, redirect_uri, scope, expires_at)
     VALUES ($1, 'app', $2, $3, '{read_events}', now() + $4::interval)`,
      [tokenHash(code), account.accountId, redirectUri, more.expired ? '-1 min' : '10 min'],
    );
    return code;
  }

  async function usedCode(): Promise<string> {
    const code = await newCode();
    const [method, path, call] = token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    expect((await gateway.call(method, path, call)).status).toBe(200);
    return code;
  }

  /** The access token of another account, after its hour. */
  async function expiredToken(): Promise<string> {
    const { token: expired, hash } = await newAccountWithCalendar(gateway.database.pool);
    const sql = "UPDATE access_token SET expires_at = now() - interval '1 s' WHERE token_hash = $1";
    await gateway.database.pool.query(sql, [hash]);
    return expired;
  }

  /** The address of the second page of another account's events. */
  async function foreignPage(): Promise<string> {
    const other = await newAccountWithCalendar(gateway.database.pool);
    const events = Array.from({ length: 101 }, (_, n) => eventOf(other.accountId, other.calendarId, `uid-${n}`));
    await apply(gateway.database.pool, other.accountId, events);
    const { body } = await gateway.call('GET', '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20', other);
    return new URL((body as { pages: { next_page: string } }).pages.next_page).pathname;
  }

  const exchange = (more: object) => token({ grant_type: 'authorization_code', redirect_uri: redirectUri, ...more });

  return {
    start,
    stop: () => gateway.stop(),
    call: (...[method, path, call]: Sent) => gateway.call(method, path, call),
    account: () => account,
    readOnly: () => readOnly,
    ...{ upsert, raw, read, token, authorize, newCode, usedCode, expiredToken, foreignPage, exchange },
  };
}
