import { calendarState } from '@kalends/contracts';
import { addToOutbox, sqlOf, tombstone } from '@kalends/messaging';
import type { PoolClient } from 'pg';

const keysSql = `
  SELECT profile_id AS key FROM profile WHERE account_id = $1
  UNION ALL SELECT calendar_id FROM calendar WHERE account_id = $1
  UNION ALL SELECT calendar_id || '/' || event_uid FROM event WHERE account_id = $1`;

const page = 1_000;

/** Adds a tombstone for every state record of an account to the outbox, in the caller's transaction. */
export async function addTombstones(client: PoolClient, accountId: string): Promise<void> {
  const { rows } = await client.query<{ key: string }>(keysSql, [accountId]);
  for (let at = 0; at < rows.length; at += page) {
    const some = rows.slice(at, at + page).map(({ key }) => tombstone(calendarState, { key, lane: accountId }));
    await addToOutbox(sqlOf(client), some);
  }
}
