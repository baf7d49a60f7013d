import type { EventRecord } from '@kalends/contracts';
import type { Counting } from '@kalends/free-busy';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { lockAccount, readHorizonFor } from './locks.js';
import { repackEvents } from './pack-events.js';

/** Events that are packed again in one transaction. */
const page = 200;

const declareSql = `
  INSERT INTO calendar_counting (calendar_id, account_id, counts_as, ignores_all_day, applied) VALUES ($1, $2, $3, $4, false)
  ON CONFLICT (calendar_id) DO UPDATE
    SET counts_as = excluded.counts_as, ignores_all_day = excluded.ignores_all_day, applied = false`;

const nextSql = `
  SELECT record, blocks AS old_blocks FROM event
  WHERE calendar_id = $1 AND account_id = $2 AND event_uid > $3 AND NOT deleted ORDER BY event_uid LIMIT ${page}`;

interface Declared {
  account_id: string;
  calendar_id: string;
}

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

/** Packs the stored events of a calendar as declared, a page per transaction, so that others of the account are written between. */
async function repack(pool: Pool, declared: Declared, { countsAs, ignoresAllDay }: Counting): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    after = await inTransaction(pool, (client) => repackPage(client, declared, from));
  }
  await pool.query(appliedSql, [declared.calendar_id, countsAs, ignoresAllDay]);
}

/** Stores how the events of a calendar count, and packs its busy time again. Repeating it does no harm. */
export async function declareCounting(pool: Pool, declared: Declared, counting: Counting): Promise<void> {
  const { account_id, calendar_id } = declared;
  await inTransaction(pool, async (client) => {
    await lockAccount(client, account_id);
    await client.query(declareSql, [calendar_id, account_id, counting.countsAs, counting.ignoresAllDay]);
  });
  await repack(pool, declared, counting);
}

interface CountingRow extends Declared {
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
