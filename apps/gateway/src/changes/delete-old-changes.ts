import type { Pool } from 'pg';

/** How long changes can be read: 30 days. */
export const retentionMs = 30 * 86_400_000;

/** Longer than a transaction takes: a cursor of now is not newer than a change that it precedes by more than that. */
const marginMs = 3_600_000;
const batchSize = 5_000;

/** The log is nearly in the order of time, so that the oldest rows are first in its primary key. */
const sql = `
  WITH oldest AS (SELECT seq, occurred_ms FROM change_log ORDER BY seq LIMIT ${batchSize})
  DELETE FROM change_log USING oldest WHERE change_log.seq = oldest.seq AND oldest.occurred_ms < $1`;

/** Deletes changes that no valid cursor precedes; returns how many. `now`: epoch ms. */
export async function deleteOldChanges(pool: Pick<Pool, 'query'>, now: number): Promise<number> {
  let count = 0;
  for (;;) {
    const { rowCount } = await pool.query(sql, [now - retentionMs - marginMs]);
    count += rowCount ?? 0;
    if (rowCount !== batchSize) return count;
  }
}
