import { inTransaction, withoutWaiting, type Waiting } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { Unhandled, type Delivered } from '../nest/decorators.js';

/** The maximum weight of one transaction: as many records as fit this weight, and at least one. */
const maxWeight = 20_000;
const maxAccounts = 64;

function* slicesOf<Body>(records: readonly Body[], weigh: (one: Body) => number): Generator<Body[]> {
  let [slice, weight]: [Body[], number] = [[], 0];
  for (const record of records) {
    const own = weigh(record);
    if (slice.length > 0 && weight + own > maxWeight) {
      yield slice;
      [slice, weight] = [[], 0];
    }
    slice.push(record);
    weight += own;
  }
  if (slice.length > 0) yield slice;
}

/**
 * Applies records of one or several accounts, each account's in order, in the caller's transaction, after locking their
 * accounts. Returns the accounts that it skipped because another session has locked them; none with `wait`.
 */
type Apply<Body> = (client: PoolClient, records: readonly Body[], waiting: Waiting) => Promise<ReadonlySet<string>>;

/** The records of each account, in order of arrival. */
function lanesOf<Body extends { account_id: string }>(batch: readonly { body: Body }[]): Body[][] {
  const lanes = new Map<string, Body[]>();
  for (const { body } of batch) {
    const lane = lanes.get(body.account_id);
    if (lane) lane.push(body);
    else lanes.set(body.account_id, [body]);
  }
  return [...lanes.values()];
}

/** How records are applied, and the weight of one of them: 1 by default. */
interface Applying<Body> {
  apply: Apply<Body>;
  weigh?: (one: Body) => number;
}

/** Accounts that are applied together, because their total weight fits one transaction. */
function* groupsOf<Body>(lanes: readonly Body[][], weigh: (one: Body) => number): Generator<Body[][]> {
  let [group, weight]: [Body[][], number] = [[], 0];
  for (const lane of lanes) {
    const own = lane.reduce((sum, record) => sum + weigh(record), 0);
    if (group.length === maxAccounts || (group.length > 0 && weight + own > maxWeight)) {
      yield group;
      [group, weight] = [[], 0];
    }
    group.push(lane);
    weight += own;
  }
  if (group.length > 0) yield group;
}

/**
 * Applies records in their order per account: many accounts in one transaction, of bounded weight; after a failure each
 * account in separate transactions, to isolate the one that fails. The first failure is thrown at the end.
 */
export async function applyByAccount<Body extends { account_id: string }>(
  pool: Pool,
  batch: readonly { body: Body }[],
  { apply, weigh = () => 1 }: Applying<Body>,
): Promise<void> {
  const failures: unknown[] = [];
  const applyAlone = async (records: readonly Body[]) => {
    try {
      for (const slice of slicesOf(records, weigh)) await inTransaction(pool, (client) => apply(client, slice, 'wait'));
    } catch (error) {
      failures.push(error);
    }
  };
  for (const group of groupsOf(lanesOf(batch), weigh)) {
    if (group.length > 1 && (await isAppliedTogether(pool, group.flat(), apply))) continue;
    for (const lane of group) await applyAlone(lane);
  }
  if (failures.length > 0) throw failures[0];
}

/** False when any of them failed: then none was applied. */
async function isAppliedTogether<Body>(pool: Pool, records: readonly Body[], apply: Apply<Body>): Promise<boolean> {
  try {
    await inTransaction(pool, (client) => apply(client, records, 'wait'));
    return true;
  } catch {
    return false;
  }
}

/** The accounts that were left behind. */
const applyUnlocked = <Body>(pool: Pool, records: readonly Body[], apply: Apply<Body>) =>
  withoutWaiting((waiting) => inTransaction(pool, (client) => apply(client, records, waiting)));

/** Whether all records of an account were applied: it was not locked, and nothing failed. */
async function isApplied<Body>(pool: Pool, slices: Iterable<Body[]>, apply: Apply<Body>): Promise<boolean> {
  try {
    for (const slice of slices) if ((await applyUnlocked(pool, slice, apply)).size > 0) return false;
    return true;
  } catch {
    // reported when the same failure recurs
    return false;
  }
}

/**
 * Handles a batch for a `@OnMessageBatch` handler of a projection whose topic has accounts as lanes. It applies the batch as
 * {@link applyByAccount} does, but leaves behind the accounts that fail or that another session has locked, so that they do
 * not block others. Messages delivered alone wait for their account, and their failure is thrown.
 */
export async function applyDelivered<Body extends { account_id: string }>(
  pool: Pool,
  batch: readonly Delivered<Body>[],
  { apply, weigh = () => 1 }: Applying<Body>,
): Promise<Unhandled | void> {
  if (batch[0]?.context.alone) return applyByAccount(pool, batch, { apply, weigh });
  const leftBehind = new Set<string>();
  for (const group of groupsOf(lanesOf(batch), weigh)) {
    const together = group.length > 1 ? await applyUnlocked(pool, group.flat(), apply).catch(() => null) : null;
    together?.forEach((account) => leftBehind.add(account));
    if (together) continue;
    for (const lane of group)
      if (!(await isApplied(pool, slicesOf(lane, weigh), apply))) leftBehind.add(lane[0]!.account_id);
  }
  return leftBehind.size > 0 ? new Unhandled(leftBehind) : undefined;
}

/**
 * A projection's tables that have a row per record, with `account_id` and `revision`; and how it locks accounts until the
 * transaction ends.
 */
export interface ProjectedState {
  tables: readonly string[];
  lock(client: PoolClient, accountIds: readonly string[]): Promise<void>;
}

interface AccountRows {
  account_id: string;
  n: number;
}

/** Works on all accounts that have rows of the condition, many in one transaction of bounded weight. */
async function eachGroup(
  pool: Pool,
  { tables, lock, condition }: ProjectedState & { condition: string },
  work: (client: PoolClient, accountIds: string[]) => Promise<void>,
): Promise<void> {
  const union = tables.map((table) => `SELECT account_id FROM ${table} WHERE ${condition}`).join(' UNION ALL ');
  const { rows } = await pool.query<AccountRows>(
    `SELECT account_id, count(*)::float8 AS n FROM (${union}) AS stored GROUP BY account_id ORDER BY account_id`,
  );
  const accounts = rows.map((row) => [row]);
  for (const group of groupsOf(accounts, ({ n }) => n)) {
    const ids = group.flat().map(({ account_id }) => account_id);
    await inTransaction(pool, async (client) => {
      await lock(client, ids);
      await work(client, ids);
    });
  }
}

/**
 * Marks all rows stale: their revision becomes negative. Reads still use them, and every record that is read again, or is
 * new, replaces them.
 */
export function markRowsStale(pool: Pool, state: ProjectedState): Promise<void> {
  return eachGroup(pool, { ...state, condition: 'revision > 0' }, async (client, accountIds) => {
    for (const table of state.tables) {
      await client.query(`UPDATE ${table} SET revision = -revision WHERE account_id = ANY ($1) AND revision > 0`, [
        accountIds,
      ]);
    }
  });
}

/** What a projection does besides deleting rows: `before` with the rows still stale, `after` with the rest. */
interface StaleDeletion {
  before?(client: PoolClient, accountIds: readonly string[]): Promise<void>;
  after(client: PoolClient, accountIds: readonly string[]): Promise<void>;
}

/** Deletes the rows that are still stale after the whole topic has been read; returns how many. */
export async function deleteStaleRows(
  pool: Pool,
  state: ProjectedState,
  { before, after }: StaleDeletion,
): Promise<number> {
  let removed = 0;
  await eachGroup(pool, { ...state, condition: 'true' }, async (client, accountIds) => {
    await before?.(client, accountIds);
    for (const table of state.tables) {
      const text = `DELETE FROM ${table} WHERE account_id = ANY ($1) AND revision <= 0`;
      const deleted = await client.query(text, [accountIds]);
      removed += deleted.rowCount ?? 0;
    }
    await after(client, accountIds);
  });
  return removed;
}
