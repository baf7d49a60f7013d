import type { QueryConfig } from 'pg';
import { horizonLock } from './replace-occurrences.js';

const sorted = (accountIds: Iterable<string>) => [...new Set(accountIds)].sort();

/** How long an account's lock is waited for on behalf of others: a writer that is not stuck has ended by then. */
const patienceMs = 25;

/**
 * As `accountLocks`, but the transaction fails (SQLSTATE 55P03) when one of them is not free within 25 ms. Names the
 * accounts. The limit holds for what else the transaction waits for, too.
 */
export const patientLocks = (accountIds: Iterable<string>): QueryConfig => ({
  name: 'lock-accounts-patiently',
  text: `SELECT CASE WHEN set_config('lock_timeout', $3, true) IS NULL THEN '' END AS account_id
         UNION ALL SELECT CASE WHEN pg_advisory_xact_lock_shared($2) IS NULL THEN '' END
         UNION ALL SELECT CASE WHEN pg_advisory_xact_lock(hashtextextended(account_id, 7)) IS NOT NULL THEN account_id END
                   FROM unnest($1::text[]) AS account_id`,
  values: [sorted(accountIds), horizonLock, `${patienceMs}ms`],
});

/** Locks those accounts whose lock is free, and names them. */
export const triedLocks = (accountIds: Iterable<string>): QueryConfig => ({
  name: 'try-to-lock-accounts',
  text: `SELECT CASE WHEN pg_advisory_xact_lock_shared($2) IS NULL THEN '' END AS account_id
         UNION ALL SELECT account_id FROM unnest($1::text[]) AS account_id
                   WHERE pg_try_advisory_xact_lock(hashtextextended(account_id, 7))`,
  values: [sorted(accountIds), horizonLock],
});
