import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../injection-tokens.js';
import { accountLock } from '../published-state/rows.js';
import { writeEvents, type EventWrite, type WriteOutcome } from './write-events.js';
import type { AccountWrites } from './write-groups.js';
import { findWritten, freeAccounts } from './written-events.queries.js';

const commandsOf = (writes: readonly EventWrite[]) => writes.map(({ command }) => command);
const accountOf = ([first]: AccountWrites) => first!.command.account_id;

/**
 * Handles the writes of several accounts in one transaction without waiting for locks: an account that another replica
 * has locked has no outcomes. One statement requests the locks; the next, sent in the same round trip, reads the state
 * that the writes are decided by, so its snapshot is newer than the locks.
 */
export function handleTogether(
  pool: Pool,
  clock: Clock,
  accounts: readonly AccountWrites[],
): Promise<(WriteOutcome[] | undefined)[]> {
  const lockAndFind = (client: PoolClient) =>
    Promise.all([
      client.query<{ account_id: string }>(freeAccounts(accounts.map(accountOf))),
      findWritten(client, commandsOf(accounts.flat())),
    ]);
  const work = async (client: PoolClient, [{ rows }, known]: Awaited<ReturnType<typeof lockAndFind>>) => {
    const free = new Set(rows.map(({ account_id }) => account_id));
    const lockedAccounts = accounts.filter((writes) => free.has(accountOf(writes)));
    const outcomes = await writeEvents(client, lockedAccounts.flat(), { now: clock(), known });
    return accounts.map((writes) => (lockedAccounts.includes(writes) ? outcomes.splice(0, writes.length) : undefined));
  };
  return inTransaction(pool, work, { first: lockAndFind });
}

/** Handles the writes of one account, waiting for its lock. */
export function handleAlone(pool: Pool, clock: Clock, writes: AccountWrites): Promise<WriteOutcome[]> {
  const lockAndFind = async (client: PoolClient) => {
    const [, known] = await Promise.all([
      client.query(accountLock(accountOf(writes))),
      findWritten(client, commandsOf(writes)),
    ]);
    return known;
  };
  return inTransaction(pool, (client, known) => writeEvents(client, writes, { now: clock(), known }), {
    first: lockAndFind,
  });
}
