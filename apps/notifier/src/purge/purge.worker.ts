import { purgeInbox, sqlOf } from '@kalends/messaging';
import { logEvent, type Logger } from '@kalends/service';
import type { Pool } from 'pg';
import type { Clock } from '../providers.js';

const keptMs = 30 * 86_400_000;
const atOnce = 5_000;

const attemptsSql = `
  DELETE FROM attempt WHERE (callback_id, id) IN (SELECT callback_id, id FROM attempt WHERE at < $1 LIMIT ${atOnce})`;
const callbacksSql = `
  DELETE FROM callback WHERE callback_id IN (
    SELECT callback_id FROM callback WHERE created_at < $1 AND status IN ('delivered', 'failed', 'disabled')
      AND settled_at < $1 LIMIT ${atOnce})`;

export interface PurgeParts {
  pool: Pool;
  clock: Clock;
  log: Logger;
}

/** Drops what is older than 30 days: attempts, settled callbacks with their bodies, inbox entries. Answers how much. */
export async function purge({ pool, clock, log }: PurgeParts): Promise<number> {
  const before = clock() - keptMs;
  const { rowCount: attempts } = await pool.query(attemptsSql, [before]);
  const { rowCount: callbacks } = await pool.query(callbacksSql, [before]);
  const inbox = await purgeInbox(sqlOf(pool), clock());
  const full = [attempts, callbacks].some((count) => count === atOnce);
  if (attempts || callbacks) logEvent(log, 'callbacks-purged', { attempts, callbacks, inbox });
  return full ? atOnce : 0;
}
