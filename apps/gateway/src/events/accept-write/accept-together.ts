import { Turns } from '@kalends/service-runtime';
import { unlocked, withoutWaiting, type Waiting } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { lockAccounts } from '../../read-model/account-locks.js';
import { sendWrites, type Outcome, type Sent, type Write } from './accept-write.js';
import { decideWrites, isSimple, type ChangedEvent, type Decided } from './decide-writes.js';
import { lastWithCommit } from './last-with-commit.js';
import { loadWrites, type Loaded } from './load-writes.js';
import { saveWrites } from './save-writes.js';

/** The writes of one request, all of one account. */
export interface WriteRequest {
  accountId: string;
  writes: readonly Write[];
}

/** The outcomes of a request's writes; null: it was skipped, and must be accepted separately. */
type Accepted = Outcome[] | null;

/** Accepts requests of one account in one transaction, waiting for its lock. */
export async function acceptOfAccount(pool: Pool, requests: readonly WriteRequest[]): Promise<Outcome[][]> {
  const writes = requests.flatMap((request) => request.writes);
  const lockAndLoad = async (client: PoolClient) => {
    const locks = lockAccounts([requests[0]!.accountId]);
    const [, loads] = await Promise.all([client.query(locks), loadWrites(client, writes)]);
    return loads;
  };
  const outcomes = await lastWithCommit(pool, lockAndLoad, (client, loads) => sendWrites(client, writes, loads));
  let offset = 0;
  return requests.map((request) => outcomes.slice(offset, (offset += request.writes.length)));
}

/** Decides each request; skips locked accounts, and an account's requests after a series. */
async function decideAll(
  requests: readonly WriteRequest[],
  loads: readonly Loaded[],
  isLocked: (id: string) => boolean,
) {
  const events = new Map<string, ChangedEvent>();
  const commands: Decided['commands'] = [];
  const skipped = new Set<string>();
  const turns = new Turns();
  const accepted: Accepted[] = [];
  let offset = 0;
  for (const { accountId, writes } of requests) {
    const own = loads.slice(offset, (offset += writes.length));
    const decided =
      isLocked(accountId) && !skipped.has(accountId)
        ? await decideWrites(writes, own, { before: events, turns })
        : null;
    if (!decided || ![...decided.events.values()].every(isSimple)) {
      skipped.add(accountId);
      accepted.push(null);
      continue;
    }
    for (const [key, event] of decided.events) events.set(key, event);
    commands.push(...decided.commands);
    accepted.push(decided.outcomes);
  }
  return { events: [...events.values()], commands, accepted };
}

/** Locks accounts, and loads what writes are decided by, with a snapshot taken after the locks, in one round trip. */
async function lockAndLoad(client: PoolClient, requests: readonly WriteRequest[], waiting: Waiting) {
  const writes = requests.flatMap((request) => request.writes);
  const accountIds = requests.map(({ accountId }) => accountId);
  const [{ rows }, loads] = await Promise.all([
    client.query<{ account_id: string | null }>(lockAccounts(accountIds, waiting)),
    loadWrites(client, writes),
  ]);
  return { skipped: unlocked(accountIds, rows), loads };
}

async function sendAll(
  client: PoolClient,
  requests: readonly WriteRequest[],
  { skipped, loads }: Awaited<ReturnType<typeof lockAndLoad>>,
): Promise<Sent<Accepted[]>> {
  const { events, commands, accepted } = await decideAll(requests, loads, (id) => !skipped.has(id));
  if (commands.length === 0) return { result: accepted, last: Promise.resolve() };
  const { sent } = await saveWrites(client, { events, commands });
  return { result: accepted, last: sent };
}

/**
 * Accepts requests of several accounts in one transaction: one statement locks the accounts, one loads, one stores. An
 * account whose lock is not free within a moment does not delay others: it is skipped, and so are series, since creating
 * their occurrences takes long.
 */
export async function acceptTogether(pool: Pool, requests: readonly WriteRequest[]): Promise<Accepted[]> {
  return withoutWaiting((waiting) =>
    lastWithCommit(
      pool,
      (client) => lockAndLoad(client, requests, waiting),
      (client, loaded) => sendAll(client, requests, loaded),
    ),
  );
}
