import type { QueryConfig } from 'pg';

/** How long to wait for an account's lock while others wait: a writer that is not stuck has finished by then. */
const timeouts = { wait: 0, patiently: 1_000, briefly: 25 };

/**
 * How to handle an account that another session has locked. `wait`: wait for it. `patiently`, `briefly`: wait, and fail after
 * 1 s or 25 ms (SQLSTATE 55P03), which applies to the transaction's other locks, too. `try`: skip it.
 */
export type Waiting = keyof typeof timeouts | 'try';

/** Whether a transaction failed because a lock was not granted in time. */
export const isLockNotAvailable = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** Runs a transaction that waits briefly for its accounts; if that fails, again without the locked ones. */
export async function withoutWaiting<Result>(attempt: (waiting: Waiting) => Promise<Result>): Promise<Result> {
  try {
    return await attempt('briefly');
  } catch (error) {
    if (!isLockNotAvailable(error)) throw error;
    return attempt('try');
  }
}

const waitingSql = (horizon: string) => `
  SELECT CASE WHEN set_config('lock_timeout', $3, true) IS NULL THEN '' END AS account_id ${horizon}
  UNION ALL SELECT CASE WHEN pg_advisory_xact_lock(hashtextextended(account_id, $2)) IS NOT NULL THEN account_id END
            FROM unnest($1::text[]) AS account_id`;

const tryingSql = (horizon: string) => `
  SELECT CASE WHEN $3::text IS NULL THEN '' END AS account_id ${horizon}
  UNION ALL SELECT account_id FROM unnest($1::text[]) AS account_id
            WHERE pg_try_advisory_xact_lock(hashtextextended(account_id, $2))`;

const horizonSql = "UNION ALL SELECT CASE WHEN pg_advisory_xact_lock_shared($4) IS NULL THEN '' END";

/** A statement that locks accounts until the transaction ends, and returns those that it has locked, among nulls. */
export type LockAccounts = (accountIds: Iterable<string>, waiting?: Waiting) => QueryConfig;

/**
 * All writers lock accounts in the same order, so they cannot deadlock. `seed` separates a service's locks of accounts from
 * those of others; all of them share the lock `horizon`, if any, which is taken exclusively to roll the horizon.
 */
export const accountLocks = ({ seed, horizon }: { seed: number; horizon?: number }): LockAccounts => {
  const shared = horizon === undefined ? '' : horizonSql;
  const texts = { waiting: waitingSql(shared), trying: tryingSql(shared) };
  return (accountIds, waiting = 'wait') => {
    const timeout = waiting === 'try' ? '' : `${timeouts[waiting]}ms`;
    const values = [[...new Set(accountIds)].sort(), seed, timeout, ...(horizon === undefined ? [] : [horizon])];
    if (waiting === 'try') return { name: 'try-to-lock-accounts', text: texts.trying, values };
    return { name: 'lock-accounts', text: texts.waiting, values };
  };
};

/** Which of the accounts a statement of {@link accountLocks} has not locked. */
export function unlocked(
  accountIds: Iterable<string>,
  rows: readonly { account_id: string | null }[],
): ReadonlySet<string> {
  const locked = new Set(rows.map(({ account_id }) => account_id));
  return new Set([...accountIds].filter((id) => !locked.has(id)));
}
