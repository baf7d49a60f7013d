import type { Pool } from 'pg';

/**
 * After a backup was restored into another cluster, whose transactions have lower numbers: the changes from before are all
 * older than the next one. Their own order is that of their numbers.
 */
export async function repairOrder(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(`
    UPDATE change_log SET xid = '1' WHERE (
      SELECT xid >= pg_snapshot_xmax(pg_current_snapshot()) FROM change_log ORDER BY seq DESC LIMIT 1)`);
}
