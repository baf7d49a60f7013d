import { markRowsStale, deleteStaleRows, type ProjectedState } from '@kalends/messaging';
import type { Pool, PoolClient } from 'pg';
import { day } from './occurrence-row.js';
import { lockAccounts } from './account-locks.js';
import { reviseOccurrences } from './replace-occurrences.js';

const projected: ProjectedState = {
  tables: ['profile_state', 'calendar_state', 'event_state'],
  lock: async (client, accountIds) => void (await client.query(lockAccounts(accountIds))),
};

/** Marks the read model as older than any record ({@link markRowsStale}). Pending writes are not part of it. */
export const markStale = (pool: Pool): Promise<void> => markRowsStale(pool, projected);

/** Events are those of the same accounts, so that a group of accounts reads no others. */
const orphansSql = (table: 'occurrence' | 'former_place' | 'truncated_series') => `
  DELETE FROM ${table} AS gone WHERE account_id = ANY ($1)
    AND NOT EXISTS (SELECT FROM event_state AS event WHERE event.account_id = ANY ($1)
                      AND event.calendar_id = gone.calendar_id AND event.event_uid = gone.event_uid)
    AND NOT EXISTS (SELECT FROM pending_write AS pending WHERE pending.account_id = ANY ($1)
                      AND pending.calendar_id = gone.calendar_id AND pending.event_uid = gone.event_uid)`;

/** Deletes the occurrences of no event and no pending write, and recounts. */
export async function scrubOccurrences(client: PoolClient, accountIds: readonly string[]): Promise<void> {
  for (const table of ['occurrence', 'former_place', 'truncated_series'] as const) {
    await client.query(orphansSql(table), [accountIds]);
  }
  await client.query('DELETE FROM occurrence_count WHERE account_id = ANY ($1)', [accountIds]);
  await client.query(
    `INSERT INTO occurrence_count (account_id, class, day, n)
     SELECT account_id, class, floor(start_ms / $2::numeric), count(*) FROM occurrence
     WHERE account_id = ANY ($1) AND NOT deleted GROUP BY 1, 2, 3`,
    [accountIds, day],
  );
  await client.query('DELETE FROM calendar_load WHERE account_id = ANY ($1)', [accountIds]);
  await client.query(
    `INSERT INTO calendar_load (account_id, calendar_id, instances)
     SELECT account_id, calendar_id, count(*) FROM occurrence
     WHERE account_id = ANY ($1) AND instance <> '' GROUP BY 1, 2`,
    [accountIds],
  );
  await reviseOccurrences(client, accountIds);
}

/** Deletes what is still marked after the whole topic has been read; returns how many profiles, calendars and events. */
export const deleteStale = (pool: Pool): Promise<number> =>
  deleteStaleRows(pool, projected, { after: scrubOccurrences });
