import { collectWith, metrics } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Clock } from './injection-tokens.js';

/** Updates the gauges of waiting callbacks; returns a function that stops it. */
export function measure(pool: Pool, clock: Clock): () => void {
  return collectWith(async () => {
    const now = clock();
    const { rows } = await pool.query<{ due: number; since: string | number | null }>(
      `SELECT count(*)::float8 AS due, min(next_attempt_at) AS since FROM delivery
       WHERE next_attempt_at <= $1 AND lease_id IS NULL`,
      [now],
    );
    const { due, since } = rows[0]!;
    metrics.callbacksDue.set(due);
    metrics.callbackAge.set(since === null ? 0 : Math.max(0, now - Number(since)) / 1_000);
  });
}
