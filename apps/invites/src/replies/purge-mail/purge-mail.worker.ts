import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';

const day = 86_400_000;
const batchSize = 1_000;

const unmatchedSql = `
  DELETE FROM unmatched_mail WHERE unmatched_id IN (
    SELECT unmatched_id FROM unmatched_mail WHERE received_at < $1 ORDER BY unmatched_id LIMIT ${batchSize})`;

interface PurgeMailDependencies {
  pool: Pool;
  clock: Clock;
  log: Logger;
  /** Retention in days of mail that belongs to no invite. */
  retentionDays: number;
}

/** Deletes mail that belongs to no invite and is older than `keptDays`. Returns how much, at most 1,000 per call. */
export async function purgeMail({ pool, clock, log, retentionDays }: PurgeMailDependencies): Promise<number> {
  const { rowCount } = await pool.query(unmatchedSql, [clock() - retentionDays * day]);
  if (rowCount) logEvent(log, 'unmatched_mail.purged', { mails: rowCount });
  return rowCount === batchSize ? batchSize : 0;
}
