import { inTransaction } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import { day } from './occurrence-row.js';
import { lockAccount, readProjection } from './replace-occurrences.js';

const held = ['profile_state', 'calendar_state', 'event_state'] as const;

async function accountsWhere(pool: Pool, condition: string): Promise<string[]> {
  const union = held.map((table) => `SELECT account_id FROM ${table} WHERE ${condition}`).join(' UNION ');
  const { rows } = await pool.query<{ account_id: string }>(union);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Marks all that is held as older than any record: its revision becomes negative. Readers go on with it, and every
 * record that is read again, or is new, replaces it. Pending writes are no part of it.
 */
export async function distrust(pool: Pool): Promise<void> {
  for (const accountId of await accountsWhere(pool, 'revision > 0')) {
    await inTransaction(pool, async (client) => {
      await lockAccount(client, accountId);
      for (const table of held) {
        await client.query(`UPDATE ${table} SET revision = -revision WHERE account_id = $1 AND revision > 0`, [
          accountId,
        ]);
      }
    });
  }
}

/** Takes out the occurrences of no event and no pending write, and counts anew. */
async function scrubOccurrences(client: PoolClient, accountId: string): Promise<void> {
  const { generation } = await readProjection(client);
  await client.query(
    `DELETE FROM occurrence AS gone WHERE generation = $1 AND account_id = $2
       AND NOT EXISTS (SELECT FROM event_state AS event WHERE event.generation = gone.generation
                         AND event.calendar_id = gone.calendar_id AND event.event_uid = gone.event_uid)
       AND NOT EXISTS (SELECT FROM pending_write AS pending WHERE pending.calendar_id = gone.calendar_id
                         AND pending.event_uid = gone.event_uid)`,
    [generation, accountId],
  );
  await client.query('DELETE FROM occurrence_count WHERE generation = $1 AND account_id = $2', [generation, accountId]);
  await client.query(
    `INSERT INTO occurrence_count (generation, account_id, class, day, n)
     SELECT generation, account_id, class, floor(start_ms / $3::numeric), count(*) FROM occurrence
     WHERE generation = $1 AND account_id = $2 AND NOT deleted GROUP BY 1, 2, 3, 4`,
    [generation, accountId, day],
  );
}

/** Removes what is still marked after the whole topic has been read; returns how many profiles, calendars and events. */
export async function sweep(pool: Pool): Promise<number> {
  let removed = 0;
  for (const accountId of await accountsWhere(pool, 'true')) {
    await inTransaction(pool, async (client) => {
      await lockAccount(client, accountId);
      for (const table of held) {
        const gone = await client.query(`DELETE FROM ${table} WHERE account_id = $1 AND revision < 0`, [accountId]);
        removed += gone.rowCount ?? 0;
      }
      await scrubOccurrences(client, accountId);
    });
  }
  return removed;
}
