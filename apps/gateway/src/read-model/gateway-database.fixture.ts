import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { CalendarRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { messagingMigrations } from '@kalends/messaging';
import { createPool, inTransaction } from '@kalends/postgres';
import { connectTimeoutMs, databasesOfFile } from '@kalends/testing';
import type { Pool, PoolClient } from 'pg';
import { afterAll } from 'vitest';
import type { Decide, WriteTarget } from '../events/accept-write/write.js';
import { WriteQueue } from '../events/accept-write/write-queue.js';
import { tokenHash } from '../tokens/hash.js';
import { applyState } from './apply-state.js';

export interface GatewayDatabase {
  pool: Pool;
  url: string;
  stop(): Promise<void>;
}

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
/** Its text sorts as English, as in an existing cluster. */
const options = "LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
const databases = databasesOfFile({ schema: 'gateway', folders: [migrations, messagingMigrations], options }, afterAll);

/** The gateway's own schema on a real server. */
export async function openGatewayDatabase(): Promise<GatewayDatabase> {
  const url = await databases.create();
  const pool = createPool({ url, schema: 'gateway', max: 8, steadyPlans: true, connectTimeoutMs });
  await pool.query(
    "INSERT INTO application (client_id, name, redirect_uris, plan) VALUES ('app', 'Spec', '{}', 'starter')",
  );
  return {
    pool,
    url,
    stop: () => pool.end(),
  };
}

export interface TestAccount {
  accountId: string;
  token: string;
  hash: string;
}

/** Another application, with a client secret. */
export async function newApplication(pool: Pool, developerId: string | null = null) {
  const [clientId, secret] = [`app_${randomUUID()}`, `KAL_${randomUUID()}`];
  await pool.query(
    "INSERT INTO application (client_id, developer_id, name, redirect_uris, plan) VALUES ($1, $2, 'Other', '{}', 'starter')",
    [clientId, developerId],
  );
  await pool.query(
    "INSERT INTO application_secret (secret_id, client_id, secret_hash, secret_sealed) VALUES ($1, $2, $3, 'v1.sealed')",
    [`sec_${randomUUID()}`, clientId, tokenHash(secret)],
  );
  return { clientId, secret };
}

/** A developer, with the key that manages their applications. */
export async function newDeveloper(pool: Pool) {
  const [developerId, key] = [`dev_${randomUUID()}`, `kdk_${randomUUID()}`];
  await pool.query("INSERT INTO developer (developer_id, name, key_hash) VALUES ($1, 'Eve', $2)", [
    developerId,
    tokenHash(key),
  ]);
  return { developerId, key };
}

/** An account with a token of these scopes that is valid until 2100. */
export async function newAccount(
  pool: Pool,
  scope = ['read_events', 'create_event'],
  clientId = 'app',
): Promise<TestAccount> {
  const [accountId, token] = [`acc_${randomUUID()}`, randomUUID()];
  await pool.query("INSERT INTO account (account_id, client_id, default_tzid) VALUES ($1, $2, 'Etc/UTC')", [
    accountId,
    clientId,
  ]);
  await pool.query(
    `INSERT INTO authorization_grant (grant_id, account_id, scope, public_client) VALUES ($1, $1, $2, false)`,
    [accountId, scope],
  );
  await pool.query(
    `INSERT INTO access_token (token_hash, grant_id, account_id, scope, expires_at) VALUES ($1, $2, $2, $3, '2100-01-01')`,
    [tokenHash(token), accountId, scope],
  );
  return { accountId, token, hash: tokenHash(token) };
}

export const apply = (pool: Pool, _accountId: string, records: Parameters<typeof applyState>[1]): Promise<unknown> =>
  inTransaction(pool, (client: PoolClient) => applyState(client, records));

export const acceptWrite = (pool: Pool, target: WriteTarget, decide: Decide) =>
  new WriteQueue(pool).accept({ target, decide });

/** Materialises series from `from` to `to` (epoch ms). */
export async function setHorizon(pool: Pool, from: number, to: number): Promise<void> {
  await pool.query('UPDATE projection SET horizon_from = $1, horizon_to = $2, horizon_target = $2', [from, to]);
}

/** A connected profile, whose calendars are those of {@link calendarOf}. */
export const profileOf = (accountId: string, more: Partial<ProfileRecord> = {}): ProfileRecord => ({
  kind: 'profile',
  account_id: accountId,
  profile_id: `pro_${accountId}`,
  revision: 1,
  deleted: false,
  provider_name: 'caldav',
  profile_name: 'ada',
  connected: true,
  initial_sync: 'done',
  calendar_ids: [],
  ...more,
});

export const calendarOf = (accountId: string, calendarId: string): CalendarRecord => ({
  kind: 'calendar',
  account_id: accountId,
  profile_id: `pro_${accountId}`,
  calendar_id: calendarId,
  calendar_name: calendarId,
  calendar_readonly: false,
  calendar_primary: true,
  tzid: 'Etc/UTC',
  synced: true,
  freshness: 'fresh',
  revision: 1,
  deleted: false,
});

/** {@link newAccount} with a connected profile and one calendar. */
export async function newAccountWithCalendar(pool: Pool, scope?: string[]) {
  const account = await newAccount(pool, scope);
  const calendar = calendarOf(account.accountId, `cal_${account.accountId}`);
  const profile = profileOf(account.accountId, { calendar_ids: [calendar.calendar_id] });
  await apply(pool, account.accountId, [profile, calendar]);
  return { ...account, calendarId: calendar.calendar_id, profileId: profile.profile_id };
}

/** An hour-long event on 20 November 2026 at 15:00 UTC by default. */
export const eventOf = (
  accountId: string,
  calendarId: string,
  eventUid: string,
  more: Partial<EventRecord> = {},
): EventRecord => ({
  kind: 'event',
  account_id: accountId,
  calendar_id: calendarId,
  event_uid: eventUid,
  revision: 1,
  command: 0,
  deleted: false,
  changed_at: 1_790_000_000_000,
  floating_tzid: 'Etc/UTC',
  own_addresses: [],
  series: {
    uid: eventUid,
    master: {
      summary: eventUid,
      start: { local: '2026-11-20T15:00:00', tzid: 'Etc/UTC' },
      end: { local: '2026-11-20T16:00:00', tzid: 'Etc/UTC' },
      status: 'confirmed',
      transparency: 'opaque',
    },
    overrides: [],
  },
  ...more,
});

/** Buckets of `occurrence_count` that differ from a recount of the live occurrences; none when the counts are exact. */
export async function wrongCounts(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    WITH recount AS (
      SELECT account_id, class, floor(start_ms / 86400000.0)::int AS day, count(*)::int AS n
      FROM occurrence WHERE NOT deleted GROUP BY 1, 2, 3)
    SELECT account_id, class, day, recount.n AS is, held.n AS says
    FROM recount FULL JOIN (SELECT * FROM occurrence_count WHERE n <> 0) AS held USING (account_id, class, day)
    WHERE recount.n IS DISTINCT FROM held.n`);
  return rows;
}
