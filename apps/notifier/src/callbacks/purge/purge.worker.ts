import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';

const retentionMs = 30 * 86_400_000;
const batchSize = 5_000;

const attemptsSql = `
  DELETE FROM attempt WHERE (callback_id, id) IN (SELECT callback_id, id FROM attempt WHERE at < $1 LIMIT ${batchSize})`;
const callbacksSql = `
  DELETE FROM callback WHERE callback_id IN (
    SELECT callback_id FROM callback WHERE created_at < $1 AND status IN ('delivered', 'failed', 'disabled')
      AND settled_at < $1 LIMIT ${batchSize})`;

/**
 * After this, no messages arrive for long-deleted applications, nor any for erased accounts that could still be in flight.
 */
const tombstoneMs = 90 * 86_400_000;
const seenSql = `
  DELETE FROM seen_event WHERE (calendar_id, event_uid) IN (
    SELECT calendar_id, event_uid FROM seen_event WHERE deleted AND changed_at < $1 LIMIT ${batchSize})`;
const orphanSqls = ['seen_event', 'seen_calendar', 'seen_profile'].map(
  (table) => `DELETE FROM ${table} USING erased_account WHERE ${table}.account_id = erased_account.account_id`,
);

async function deleteTombstones(pool: Pool, before: number): Promise<number> {
  for (const sql of orphanSqls) await pool.query(sql);
  await pool.query('DELETE FROM erased_account WHERE erased_at < $1', [before]);
  return (await pool.query(seenSql, [before])).rowCount ?? 0;
}

interface PurgeDependencies {
  pool: Pool;
  clock: Clock;
  log: Logger;
}

/** Deletes what is older than 30 days: attempts, and settled callbacks with their bodies. Returns how much. */
export async function purge({ pool, clock, log }: PurgeDependencies): Promise<number> {
  const before = clock() - retentionMs;
  const { rowCount: attempts } = await pool.query(attemptsSql, [before]);
  const { rowCount: callbacks } = await pool.query(callbacksSql, [before]);
  const seen = await deleteTombstones(pool, clock() - tombstoneMs);
  const full = [attempts, callbacks, seen].some((count) => count === batchSize);
  if (attempts || callbacks) logEvent(log, 'callbacks.purged', { attempts, callbacks });
  return full ? batchSize : 0;
}
