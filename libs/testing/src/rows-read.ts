import type pg from 'pg';

/**
 * How many rows of a table (`schema.table`) have been read so far, by scans and by index. Of a pool, use one connection at a
 * time: others report later.
 */
export async function rowsRead(pool: Pick<pg.Pool, 'query'>, table: string): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ n: number }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_user_tables WHERE relid = $1::regclass`,
    [table],
  );
  return rows[0]!.n;
}
