import type { EventRecord } from '@kalends/contracts';
import { expandBounded, type Occurrence } from '@kalends/icalendar';
import { TimeSlices } from '@kalends/service-runtime';
import type { PoolClient } from 'pg';
import { bounds, roomFor } from './bounded-series.js';
import { CountChanges } from './count-changes.js';
import { instanceOf, isRecurring, rowOf } from './occurrence-row.js';
import { deadlineMs, reviseOccurrences, RowWriter, saveCounts, type ProjectionRow } from './replace-occurrences.js';
import { changeLoads, readLoads } from './series-load.js';

/** Numbers of rows of a series: within the horizon that readers use, and beginning beyond it. */
interface Written {
  within: number;
  beyond: number;
  truncated: boolean;
}

const writtenSql = `
  SELECT count(*) FILTER (WHERE start_ms < $4)::int AS within, count(*) FILTER (WHERE start_ms >= $4)::int AS beyond,
         EXISTS (SELECT FROM truncated_series
                 WHERE account_id = $1 AND calendar_id = $2 AND event_uid = $3) AS truncated
  FROM occurrence WHERE calendar_id = $2 AND event_uid = $3`;

/** What a series has beyond the horizon of readers; null if with it the series would be truncated. */
function occurrencesBeyond(
  record: EventRecord,
  { horizon_to, horizon_target }: ProjectionRow,
  { within, room }: { within: number; room: number },
): Occurrence[] | null {
  const { occurrences, completeUntil } = expandBounded(
    record.series,
    { start: horizon_to, end: horizon_target },
    { floatingZone: record.floating_tzid, includeCancelled: true, limit: Math.max(1, room) },
  );
  // what only reaches into the period was written before
  const isNew = ({ startMs }: Occurrence) => startMs >= horizon_to;
  const distinct = new Map(occurrences.filter(isNew).map((one) => [instanceOf(one), one]));
  const found = [...distinct.values()];
  const bytes = found[0] ? (within + found.length) * rowOf(record, found[0]).wire.length : 0;
  return completeUntil === null && found.length <= room && bytes <= bounds.seriesBytes ? found : null;
}

/**
 * Adds to a series what begins between the end of the horizon that readers use and its target, unless it is there already,
 * and changes none of its other rows. False, with nothing done, if the series must be written as a whole: it is or would be
 * truncated, or reaches an earlier target. Inside the caller's transaction, which has locked the account.
 */
export async function appendOccurrences(
  client: PoolClient,
  projection: ProjectionRow,
  { accountId, record }: { accountId: string; record: EventRecord },
): Promise<boolean> {
  if (projection.horizon_to === 0 || record.deleted || !isRecurring(record)) return false;
  const { calendar_id, event_uid } = record;
  const { rows } = await client.query<Written>({
    name: 'count-written-occurrences',
    text: writtenSql,
    values: [accountId, calendar_id, event_uid, projection.horizon_to],
  });
  const { within, beyond, truncated } = rows[0]!;
  if (truncated) return false;
  const before = await readLoads(client, [record]);
  const used = before.get(calendar_id) ?? 0;
  const room = roomFor(used - within - beyond) - within;
  const added = occurrencesBeyond(record, projection, { within, room });
  if (!added || beyond > 0) return added?.length === beyond;
  if (added.length === 0) return true;
  const changes = new CountChanges();
  const writer = new RowWriter({ client, accountId, changes });
  const slices = new TimeSlices({ deadlineMs });
  for (const occurrence of added) {
    await slices.next();
    await writer.add(record, rowOf(record, occurrence));
  }
  await writer.flush();
  await reviseOccurrences(client, [accountId]);
  await changeLoads(client, accountId, { before, after: new Map([[calendar_id, used + added.length]]) });
  await saveCounts(client, accountId, changes);
  return true;
}
