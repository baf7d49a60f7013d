import type { EventRecord } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool, PoolClient } from 'pg';
import { instanceElsewhere } from './instance-elsewhere.js';
import { isAllDayClass, type OccurrenceRow } from './occurrence-row.js';

/** An instance before a change, as in the table `occurrence`. */
export interface RowBefore {
  calendar_id: string;
  event_uid: string;
  instance: string;
  class: number;
  start_ms: number;
  end_ms: number;
  deleted: boolean;
}

/** An instance after a change. */
export interface RowAfter {
  record: { calendar_id: string; event_uid: string };
  row: Pick<OccurrenceRow, 'instance' | 'class' | 'startMs' | 'endMs'>;
}

const eventOf = (one: Pick<RowBefore, 'calendar_id' | 'event_uid'>) => `${one.calendar_id}\n${one.event_uid}`;
const keyOf = (one: Pick<RowBefore, 'calendar_id' | 'event_uid' | 'instance'>) => `${eventOf(one)}\n${one.instance}`;

/** Whether an instance has the same place as before. */
export const samePlace = (before: Omit<RowBefore, 'calendar_id' | 'event_uid'>, row: RowAfter['row']) =>
  before.start_ms === row.startMs &&
  before.end_ms === row.endMs &&
  isAllDayClass(before.class) === isAllDayClass(row.class);

const insertSql = `
  INSERT INTO former_place (account_id, calendar_id, event_uid, instance, all_day, start_ms, end_ms)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[], $6::bigint[], $7::bigint[])
  ON CONFLICT DO NOTHING`;

/** A writer's changes to an account's occurrences. */
interface OccurrenceChanges {
  /** The removed instances. */
  rowsBefore: readonly RowBefore[];
  /** The written instances. */
  rowsAfter: readonly RowAfter[];
  /** Records of all their events. */
  records: readonly EventRecord[];
}

/**
 * Stores the former places of instances that have moved, either within `rowsAfter` or by their event's record; deleted
 * instances need none. In the transaction that moves them.
 */
export async function saveFormerPlaces(
  client: PoolClient,
  accountId: string,
  { rowsBefore, rowsAfter, records }: OccurrenceChanges,
): Promise<void> {
  if (rowsBefore.length === 0) return;
  const places = new Map(rowsAfter.map(({ record, row }) => [keyOf({ ...record, instance: row.instance }), row]));
  const events = new Map(records.map((record) => [eventOf(record), record]));
  const moved = rowsBefore.filter((one) => {
    const present = places.get(keyOf(one)) ?? instanceElsewhere(events.get(eventOf(one))!, one.instance);
    return present !== undefined && !samePlace(one, present);
  });
  if (moved.length === 0) return;
  const column = <Value>(of: (one: RowBefore) => Value) => moved.map(of);
  await client.query({
    name: 'keep-former-places',
    text: insertSql,
    values: [
      accountId,
      column((one) => one.calendar_id),
      column((one) => one.event_uid),
      column((one) => one.instance),
      column((one) => isAllDayClass(one.class)),
      column((one) => one.start_ms),
      column((one) => one.end_ms),
    ],
  });
}

/** Deletes places that ended before an instant. */
export async function deleteFormerPlaces(pool: Pool, before: EpochMs): Promise<void> {
  await pool.query('DELETE FROM former_place WHERE end_ms < $1', [before]);
}
