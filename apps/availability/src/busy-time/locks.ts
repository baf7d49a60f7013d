import type { Counting } from '@kalends/free-busy';
import { accountLocks } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import type { Horizon } from './event-rows.js';

const horizon = 72_001;

/**
 * Serialises the writers of these accounts' busy time until the transaction ends; the horizon's target cannot change
 * meanwhile ({@link lockHorizon}).
 */
export const lockAccounts = accountLocks({ seed: 9, horizon });

export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query(lockAccounts([accountId]));
}

/** Waits for every writer that may have packed up to an older target; blocks new ones. */
export async function lockHorizon(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [horizon]);
}

interface ProjectionRow {
  horizon_from: number;
  horizon_to: number;
  horizon_target: number;
}

const horizonSql = 'SELECT horizon_from, horizon_to, horizon_target FROM projection WHERE projection_id = 1';

const horizonsOf = ({ horizon_from: from, horizon_to, horizon_target }: ProjectionRow): Horizons => ({
  read: { from, to: horizon_to },
  write: { from, to: horizon_target },
});

/** `read`: the blocks that readers may trust; `write`: those that writers fill. */
interface Horizons {
  read: Horizon;
  write: Horizon;
}

export async function readHorizon(client: Pick<Pool, 'query'>): Promise<Horizons> {
  const { rows } = await client.query<ProjectionRow>({ name: 'read-horizon', text: horizonSql });
  return horizonsOf(rows[0]!);
}

/** How the events of calendars count, by calendar, where that is declared. */
export type Countings = ReadonlyMap<string, Counting>;

type CountingRow = [calendarId: string, countsAs: Counting['countsAs'], ignoresAllDay: boolean];

const countingsOf = (rows: readonly CountingRow[] | null): Countings =>
  new Map((rows ?? []).map(([id, countsAs, ignoresAllDay]) => [id, { countsAs, ignoresAllDay }]));

/** The horizons for a writer of busy time, which of the accounts have been erased, and what is declared of their calendars. */
export async function readHorizonFor(
  client: Pick<PoolClient, 'query'>,
  accountIds: Iterable<string>,
): Promise<Horizons & { erased: ReadonlySet<string>; countings: Countings }> {
  const { rows } = await client.query<ProjectionRow & { erased: string[]; countings: CountingRow[] | null }>({
    name: 'read-horizon-for',
    text: `SELECT horizon_from, horizon_to, horizon_target,
                  ARRAY(SELECT account_id FROM erased_account WHERE account_id = ANY ($1::text[])) AS erased,
                  (SELECT json_agg(json_build_array(calendar_id, counts_as, ignores_all_day))
                   FROM calendar_counting WHERE account_id = ANY ($1::text[])) AS countings
           FROM projection WHERE projection_id = 1`,
    values: [[...accountIds]],
  });
  const { erased, countings } = rows[0]!;
  return { ...horizonsOf(rows[0]!), erased: new Set(erased), countings: countingsOf(countings) };
}
