import { isTransient } from '@kalends/messaging';
import { TimeSlices } from '@kalends/service-runtime';
import type { AccountWrites, Locked, Sent, WriteStore } from '@kalends/postgres';
import type { PoolClient } from 'pg';
import { lockAccounts } from '../../read-model/account-locks.js';
import { replaceOccurrences } from '../../read-model/replace-occurrences.js';
import { isSimple, type ChangedEvent } from './changed-event.js';
import { decideWrites, type Decided } from './decide-writes.js';
import { loadWrites, type Loaded } from './load-writes.js';
import { saveWrites } from './save-writes.js';
import { Failed, type Outcome, type Write } from './write.js';

/** Stores decided writes of one account, whose events may be series. */
async function saveOfAccount(client: PoolClient, { events, commands }: Decided, projection: Loaded) {
  const all = [...events.values()];
  const others = all.filter((event) => !isSimple(event));
  if (others[0]) {
    const records = others.map(({ record }) => record);
    await replaceOccurrences(client, projection, { accountId: others[0].record.account_id, records });
  }
  return saveWrites(client, { events: all, commands });
}

/** Writes that are decided, the last statement possibly still unanswered. */
async function storeOfAccount(
  client: PoolClient,
  writes: readonly Write[],
  loads: readonly Loaded[],
): Promise<Sent<Outcome[]>> {
  const decided = await decideWrites(writes, loads);
  const last = loads[0] && decided.commands.length > 0 ? await saveOfAccount(client, decided, loads[0]) : undefined;
  return { result: decided.outcomes, last: last?.sent ?? Promise.resolve() };
}

/**
 * Accepts writes of one account in order, in the caller's transaction, which has locked the account: one statement stores the
 * commands and what readers see; series need a constant number more. Outcomes are in the order of the writes.
 */
export async function acceptInto(client: PoolClient, writes: readonly Write[]): Promise<Outcome[]> {
  const { result, last } = await storeOfAccount(client, writes, await loadWrites(client, writes));
  await last;
  return result;
}

/** Decides each request; leaves out locked accounts, and an account's requests from its first series on. */
async function decideAll(requests: readonly AccountWrites<Write>[], { loaded, isLocked }: Locked<Loaded[]>) {
  const events = new Map<string, ChangedEvent>();
  const commands: Decided['commands'] = [];
  const leftOut = new Set<string>();
  const slices = new TimeSlices();
  const outcomes: (Outcome[] | null)[] = [];
  let offset = 0;
  for (const { accountId, writes } of requests) {
    const own = loaded.slice(offset, (offset += writes.length));
    const isStored = isLocked(accountId) && !leftOut.has(accountId);
    const decided = isStored ? await decideWrites(writes, own, { before: events, slices }) : null;
    if (!decided || ![...decided.events.values()].every(isSimple)) {
      leftOut.add(accountId);
      outcomes.push(null);
      continue;
    }
    for (const [key, event] of decided.events) events.set(key, event);
    commands.push(...decided.commands);
    outcomes.push(decided.outcomes);
  }
  return { events: [...events.values()], commands, outcomes };
}

async function storeTogether(
  client: PoolClient,
  requests: readonly AccountWrites<Write>[],
  locked: Locked<Loaded[]>,
): Promise<Sent<(Outcome[] | null)[]>> {
  const { events, commands, outcomes } = await decideAll(requests, locked);
  if (commands.length === 0) return { result: outcomes, last: Promise.resolve() };
  const { sent } = await saveWrites(client, { events, commands });
  return { result: outcomes, last: sent };
}

async function storeAlone(
  client: PoolClient,
  requests: readonly AccountWrites<Write>[],
  { loaded }: Locked<Loaded[]>,
): Promise<Sent<Outcome[][]>> {
  const all = requests.flatMap(({ writes }) => writes);
  const { result, last } = await storeOfAccount(client, all, loaded);
  let offset = 0;
  return { result: requests.map(({ writes }) => result.slice(offset, (offset += writes.length))), last };
}

/**
 * Writes of applications: the command in the outbox and what readers see are stored in one transaction. Series are stored
 * alone, since creating their occurrences takes long.
 */
export const acceptedWrites: WriteStore<Write, Loaded[], Outcome> = {
  lock: lockAccounts,
  load: loadWrites,
  store: (client, requests, locked) => (locked.isAlone ? storeAlone : storeTogether)(client, requests, locked),
  isTransient,
  failed: (error) => new Failed(error),
};
