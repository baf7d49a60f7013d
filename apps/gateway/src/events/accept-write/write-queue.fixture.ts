import type { WriteEventCommand } from '@kalends/contracts';
import type { UpsertEventBody } from '@kalends/public-api';
import type { Pool, PoolClient } from 'pg';
import { apply, calendarOf, newAccount } from '../../read-model/gateway-database.fixture.js';
import { lockAccount } from '../../read-model/account-locks.js';
import type { Write } from './write.js';
import { deletionOf, upsertOf } from './writes-of.js';

export const now = Date.UTC(2026, 10, 21);
export const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** An account's only calendar. */
export interface Place {
  accountId: string;
  calendarId: string;
}

const bodyOf = (event_id: string, summary: string, at: number, more: object = {}) =>
  ({ event_id, summary, start: iso(at), end: iso(at + hour), ...more }) as UpsertEventBody;
export const upsert = (place: Place, eventId: string, summary = eventId, at = now, more: object = {}): Write =>
  upsertOf(bodyOf(eventId, summary, at, more), { ...place, now });
export const remove = (place: Place, eventId: string): Write => deletionOf(eventId, { ...place, now });

/** Accounts that write, and the resulting database state. */
export function writesOf(pool: () => Pool) {
  async function givenAccount(): Promise<Place> {
    const { accountId } = await newAccount(pool());
    const calendarId = `cal_${accountId}`;
    await apply(pool(), accountId, [calendarOf(accountId, calendarId)]);
    return { accountId, calendarId };
  }
  const givenAccounts = (count: number) => Promise.all(Array.from({ length: count }, givenAccount));

  async function shown({ calendarId }: Place): Promise<string[]> {
    const { rows } = await pool().query<{ wire: string }>(
      'SELECT wire FROM occurrence WHERE calendar_id = $1 AND NOT deleted ORDER BY start_ms, event_uid',
      [calendarId],
    );
    return rows.map(({ wire }) => (JSON.parse(wire) as { summary: string }).summary);
  }
  /** The commands of an account in the order of publication: by transaction, then by position in it. */
  async function commands({ accountId }: Place): Promise<WriteEventCommand[]> {
    const { rows } = await pool().query<{ body: string }>(
      "SELECT body FROM outbox WHERE body::json ->> 'account_id' = $1 ORDER BY xid, id",
      [accountId],
    );
    return rows.map(({ body }) => JSON.parse(body) as WriteEventCommand);
  }
  async function whileLocked<T>({ accountId }: Place, work: () => Promise<T>): Promise<T> {
    const client: PoolClient = await pool().connect();
    try {
      await client.query('BEGIN');
      await lockAccount(client, accountId);
      return await work();
    } finally {
      await client.query('COMMIT');
      client.release();
    }
  }
  /** Makes storing an event with this summary fail in the database. */
  async function whileRefused<T>(summary: string, work: () => Promise<T>): Promise<T> {
    await pool().query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER refused BEFORE INSERT ON pending_write FOR EACH ROW
      WHEN (new.record #>> '{series,master,summary}' = '${summary}') EXECUTE FUNCTION refuse()`);
    try {
      return await work();
    } finally {
      await pool().query('DROP TRIGGER refused ON pending_write; DROP FUNCTION refuse()');
    }
  }
  return { givenAccount, givenAccounts, shown, commands, whileLocked, whileRefused };
}
