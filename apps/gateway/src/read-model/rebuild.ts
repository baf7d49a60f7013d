import { distrustHeld, sweepHeld, type HeldState } from '@kalends/messaging';
import type { Pool, PoolClient } from 'pg';
import { day } from './occurrence-row.js';
import { lockAccount, readProjection, reviseOccurrences } from './replace-occurrences.js';

const held: HeldState = { tables: ['profile_state', 'calendar_state', 'event_state'], lock: lockAccount };

/** Marks the read model as older than any record ({@link distrustHeld}). Pending writes are no part of it. */
export const distrust = (pool: Pool): Promise<void> => distrustHeld(pool, held);

const orphansSql = (table: 'occurrence' | 'former_place') => `
  DELETE FROM ${table} AS gone WHERE generation = $1 AND account_id = $2
    AND NOT EXISTS (SELECT FROM event_state AS event WHERE event.generation = gone.generation
                      AND event.calendar_id = gone.calendar_id AND event.event_uid = gone.event_uid)
    AND NOT EXISTS (SELECT FROM pending_write AS pending WHERE pending.calendar_id = gone.calendar_id
                      AND pending.event_uid = gone.event_uid)`;

/** Takes out the occurrences of no event and no pending write, and counts anew. */
async function scrubOccurrences(client: PoolClient, accountId: string): Promise<void> {
  const { generation } = await readProjection(client);
  for (const table of ['occurrence', 'former_place'] as const) {
    await client.query(orphansSql(table), [generation, accountId]);
  }
  await client.query('DELETE FROM occurrence_count WHERE generation = $1 AND account_id = $2', [generation, accountId]);
  await client.query(
    `INSERT INTO occurrence_count (generation, account_id, class, day, n)
     SELECT generation, account_id, class, floor(start_ms / $3::numeric), count(*) FROM occurrence
     WHERE generation = $1 AND account_id = $2 AND NOT deleted GROUP BY 1, 2, 3, 4`,
    [generation, accountId, day],
  );
  await reviseOccurrences(client, accountId);
}

/** Removes what is still marked after the whole topic has been read; returns how many profiles, calendars and events. */
export const sweep = (pool: Pool): Promise<number> => sweepHeld(pool, held, { after: scrubOccurrences });
