import { ProviderError } from '@kalends/provider-port/sync';
import type { Pool, PoolClient } from 'pg';
import { findEvent, type EventRow, type PendingWriteRow } from '../../published-state/rows.js';

const refusalSql = 'SELECT reason FROM refused_write WHERE calendar_id = $1 AND event_uid = $2 AND command = $3';

const keyOfFirst = ({ calendar_id, after_event_uid, after_command }: PendingWriteRow) => [
  calendar_id,
  after_event_uid,
  after_command,
];

/** Refuses a write that shortens a series if the provider has refused to create the rest of it: nothing would be left of that. */
export async function checkFirst(pool: Pool, write: PendingWriteRow): Promise<void> {
  if (write.after_event_uid === null) return;
  const { rows } = await pool.query<{ reason: string }>(refusalSql, keyOfFirst(write));
  if (rows[0]) throw new ProviderError('refused', `The series is not divided: ${rows[0].reason}`);
}

const withdrawSql = `
  INSERT INTO pending_write (calendar_id, event_uid, command, account_id, profile_id, operation, accepted_at, next_attempt_at)
  SELECT $1, $2, $3, $4, $5, 'delete', $6, 0
  WHERE NOT EXISTS (SELECT FROM refused_write WHERE calendar_id = $1 AND event_uid = $2 AND command = $7)
  ON CONFLICT DO NOTHING`;

/**
 * Deletes the rest of a series that the provider has refused to shorten, so that no instance is there twice; the event to publish, null if
 * there is none. `now`: epoch ms.
 */
export async function withdrawFirst(client: PoolClient, write: PendingWriteRow, now: number): Promise<EventRow | null> {
  const { calendar_id, after_event_uid, after_command, command, account_id, profile_id } = write;
  if (after_event_uid === null) return null;
  const values = [calendar_id, after_event_uid, command, account_id, profile_id, now, after_command];
  const { rowCount } = await client.query(withdrawSql, values);
  return rowCount === 1 ? findEvent(client, calendar_id, after_event_uid) : null;
}
