import type { EventRecord } from '@kalends/contracts';
import type { Counting } from '@kalends/free-busy';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { lockAccount, readHorizonFor } from './locks.js';
import { repackEvents } from './pack-events.js';
import { Turns } from './turns.js';

/** Events that are packed again in one transaction. */
const page = 200;

/** Pages at the same time: queries and writes of all others use the other connections. */
const turns = new Turns(2);

const declareSql = `
  INSERT INTO calendar_counting (calendar_id, account_id, counts_as, ignores_all_day, applied) VALUES ($1, $2, $3, $4, false)
  ON CONFLICT (calendar_id) DO UPDATE
    SET counts_as = excluded.counts_as, ignores_all_day = excluded.ignores_all_day, applied = false
    WHERE NOT (calendar_counting.applied AND calendar_counting.counts_as = excluded.counts_as
               AND calendar_counting.ignores_all_day = excluded.ignores_all_day)`;

const nextSql = `
  SELECT record, blocks AS old_blocks FROM event
  WHERE calendar_id = $1 AND account_id = $2 AND event_uid > $3 AND NOT deleted ORDER BY event_uid LIMIT ${page}`;

interface Declared {
  account_id: string;
  calendar_id: string;
  /** Whose turn it is to pack; absent: the account's. */
  client_id?: string;
}

const inTurn = <Result>({ client_id, account_id }: Declared, work: () => Promise<Result>): Promise<Result> =>
  turns.run(client_id ?? account_id, work);

/** Packs a page of events as declared; returns the last one, or null after the last page. */
async function repackPage(client: PoolClient, { account_id, calendar_id }: Declared, after: string) {
  await lockAccount(client, account_id);
  const { write, countings } = await readHorizonFor(client, [account_id]);
  const values = [calendar_id, account_id, after];
  const { rows } = await client.query<{ record: EventRecord; old_blocks: number[] }>(nextSql, values);
  await repackEvents(client, rows, { horizon: write, countings });
  return rows.length < page ? null : rows.at(-1)!.record.event_uid;
}

const appliedSql = `
  UPDATE calendar_counting SET applied = true
  WHERE calendar_id = $1 AND counts_as = $2 AND ignores_all_day = $3`;

/**
 * Packs the stored events of a calendar as declared, a page per transaction, so that others of the account are written between, and pages
 * of other applications are packed between.
 */
async function repack(pool: Pool, declared: Declared, { countsAs, ignoresAllDay }: Counting): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    after = await inTurn(declared, () => inTransaction(pool, (client) => repackPage(client, declared, from)));
  }
  await pool.query(appliedSql, [declared.calendar_id, countsAs, ignoresAllDay]);
}

/** Stores how the events of a calendar count, and packs its busy time again. Repeating it costs nothing. */
export async function declareCounting(pool: Pool, declared: Declared, counting: Counting): Promise<void> {
  const { account_id, calendar_id } = declared;
  const store = async (client: PoolClient) => {
    await lockAccount(client, account_id);
    const values = [calendar_id, account_id, counting.countsAs, counting.ignoresAllDay];
    return (await client.query(declareSql, values)).rowCount === 1;
  };
  const isNew = await inTurn(declared, () => inTransaction(pool, store));
  if (isNew) await repack(pool, declared, counting);
}

interface CountingRow extends Omit<Declared, 'client_id'> {
  counts_as: Counting['countsAs'];
  ignores_all_day: boolean;
}

const countingOf = ({ counts_as: countsAs, ignores_all_day: ignoresAllDay }: CountingRow): Counting => ({
  countsAs,
  ignoresAllDay,
});

/** How the events of a calendar count, as declared; null: as each shows it. */
export async function readCounting(pool: Pool, { account_id, calendar_id }: Declared): Promise<Counting | null> {
  const { rows } = await pool.query<CountingRow>(
    'SELECT * FROM calendar_counting WHERE calendar_id = $1 AND account_id = $2',
    [calendar_id, account_id],
  );
  return rows[0] ? countingOf(rows[0]) : null;
}

/** Finishes what was declared before this program ended. */
export async function resumeDeclared(pool: Pool): Promise<void> {
  const { rows } = await pool.query<CountingRow>('SELECT * FROM calendar_counting WHERE NOT applied LIMIT 1000');
  for (const row of rows) await repack(pool, row, countingOf(row));
}
