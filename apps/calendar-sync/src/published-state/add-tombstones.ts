import { calendarState } from '@kalends/contracts';
import { addToOutbox, sqlOf, tombstone } from '@kalends/messaging';
import type { PoolClient } from 'pg';

const keysSql = (column: string) => `
  SELECT profile_id AS key FROM profile WHERE ${column} = $1
  UNION ALL SELECT calendar_id FROM calendar WHERE ${column} = $1
  UNION ALL SELECT calendar_id || '/' || event_uid FROM event JOIN calendar USING (calendar_id)
  WHERE calendar.${column} = $1`;

const page = 1_000;

/** Adds a tombstone for every state record of an account, or of one of its profiles, to the outbox, in the caller's transaction. */
export async function addTombstones(
  client: PoolClient,
  target: { account_id: string } | { account_id: string; profile_id: string },
): Promise<void> {
  const [column, id] = 'profile_id' in target ? ['profile_id', target.profile_id] : ['account_id', target.account_id];
  const { account_id: accountId } = target;
  const { rows } = await client.query<{ key: string }>(keysSql(column!), [id]);
  for (let at = 0; at < rows.length; at += page) {
    const some = rows.slice(at, at + page).map(({ key }) => tombstone(calendarState, { key, lane: accountId }));
    await addToOutbox(sqlOf(client), some);
  }
}
