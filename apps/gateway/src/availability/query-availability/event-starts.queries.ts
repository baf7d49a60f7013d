import type { EventRecord } from '@kalends/contracts';
import type { EventStart, Period } from '@kalends/free-busy';
import { expandBounded, type Occurrence } from '@kalends/icalendar';
import { TimeSlices } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { classes } from '../../read-model/occurrence-row.js';

/** The start of one of the application's own events, with its ids. */
export interface OwnStart extends EventStart {
  accountId: string;
  /** Of the series, if it is an instance. */
  eventUid: string;
  eventId: string;
  instance: Occurrence['recurrence_id'];
}

/** Most starts that a query may count. */
export const maxStarts = 100_000;

interface StartRow {
  account_id: string;
  event_uid: string;
  event_id: string;
  instance: string;
  start_ms: number;
  all_day: boolean;
  tags: { value: string }[] | null;
}

const startsSql = `
  SELECT account_id, event_uid, instance, start_ms, class >= ${classes.allDay} AS all_day,
         wire::json ->> 'event_id' AS event_id, wire::json -> 'tags' AS tags
  FROM occurrence
  WHERE account_id = ANY ($1) AND class IN (${Object.values(classes).join(', ')})
    AND start_ms >= $2 AND start_ms < $3 AND managed AND NOT deleted
  LIMIT ${maxStarts + 1}`;

const horizonSql = 'SELECT horizon_from, horizon_to FROM projection WHERE projection_id = 1';

/** The application's own series, as a read shows them now; each part by an index, so that single events are not read. */
export const seriesSql = `
  SELECT coalesce(pending_write.record, stored.record) AS record
  FROM event_state AS stored LEFT JOIN pending_write USING (calendar_id, event_uid)
  WHERE stored.account_id = ANY ($1) AND stored.recurring AND stored.event_id IS NOT NULL AND NOT stored.deleted
  UNION ALL
  SELECT record FROM pending_write
  WHERE account_id = ANY ($1) AND record IS NOT NULL AND NOT EXISTS (
    SELECT FROM event_state AS stored
    WHERE (stored.calendar_id, stored.event_uid) = (pending_write.calendar_id, pending_write.event_uid)
      AND stored.recurring AND stored.event_id IS NOT NULL AND NOT stored.deleted)`;

const instanceOf = (instance: string) =>
  instance === '' ? null : /^-?\d+$/.test(instance) ? Number(instance) : instance;

const startOf = (row: StartRow): OwnStart => ({
  accountId: row.account_id,
  eventUid: row.event_uid,
  eventId: row.event_id,
  instance: instanceOf(row.instance),
  start: row.start_ms,
  allDay: row.all_day,
  tags: row.tags?.map(({ value }) => value) ?? [],
});

/** Limits of one series beyond the materialised time, and of them all; and of the steps of their searches. */
const instances = 2_000;
const deadlineMs = 6_000;
export const bounds = { steps: 10_000_000 };

/** Starts of series in a part of the time that is not materialised. */
async function startsBeyond(records: readonly EventRecord[], part: Period): Promise<OwnStart[] | 'too-many'> {
  const steps = { remaining: bounds.steps };
  const slices = new TimeSlices({ deadlineMs });
  const starts: OwnStart[] = [];
  for (const { series, account_id: accountId, event_uid: eventUid, event_id, floating_tzid, deleted } of records) {
    await slices.next();
    if (deleted || event_id === undefined || (!series.recurrence && series.master)) continue;
    const { occurrences, completeUntil } = expandBounded(series, part, {
      floatingZone: floating_tzid,
      limit: instances,
      steps,
    });
    // a start that is not counted would offer time in a full day
    if (completeUntil !== null) return 'too-many';
    for (const { recurrence_id, startMs, start, component } of occurrences) {
      if (startMs < part.start || startMs >= part.end) continue;
      const ids = { accountId, eventUid, eventId: event_id, instance: recurrence_id };
      starts.push({ ...ids, start: startMs, allDay: 'date' in start, tags: component.tags ?? [] });
    }
  }
  return starts;
}

/**
 * When the application's own events of these accounts start, within `span` (instants, for all-day events UTC midnights); live
 * events only, recent writes included. `too-many`: there are more than {@link maxStarts}, or not all were found.
 */
export async function readStarts(
  pool: Pool,
  accountIds: readonly string[],
  span: Period,
): Promise<OwnStart[] | 'too-many'> {
  const [rows, horizon] = await Promise.all([
    pool.query<StartRow>({ name: 'read-starts', text: startsSql, values: [accountIds, span.start, span.end] }),
    pool.query<{ horizon_from: number; horizon_to: number }>({ name: 'read-horizon', text: horizonSql }),
  ]);
  const { horizon_from: first, horizon_to: last } = horizon.rows[0]!;
  const within = rows.rows.map(startOf);
  if (within.length > maxStarts) return 'too-many';
  if (first <= span.start && span.end <= last) return within;
  const { rows: series } = await pool.query<{ record: EventRecord }>(seriesSql, [accountIds]);
  const known = new Set(within.map((one) => `${one.eventUid} ${one.instance}`));
  const records = series.map(({ record }) => record);
  const beyond = await startsBeyond(records, span);
  if (beyond === 'too-many') return beyond;
  const all = [...within, ...beyond.filter((one) => !known.has(`${one.eventUid} ${one.instance}`))];
  return all.length > maxStarts ? 'too-many' : all;
}
