import type { EventRecord } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import { day } from './occurrence-row.js';
import { lockAccount, lockHorizon } from './account-locks.js';
import { appendOccurrences } from './append-occurrences.js';
import { readProjection, replaceOccurrences } from './replace-occurrences.js';

/** How far back series are materialised, and former places stored. */
export const back = 430 * day;
const ahead = 460 * day;
const page = 200;

interface Series {
  account_id: string;
  calendar_id: string;
  event_uid: string;
}

/** In the order of the primary key: any other order would sort all series for each page. */
const nextSeries = `
  SELECT account_id, calendar_id, event_uid FROM event_state
  WHERE recurring AND NOT deleted AND (calendar_id, event_uid) > ($1, $2)
  ORDER BY calendar_id, event_uid LIMIT ${page}`;

type Key = Pick<Series, 'calendar_id' | 'event_uid'>;

/** The next series of all accounts after one of them, at most 200. */
export async function seriesAfter(pool: Pool, { calendar_id, event_uid }: Key): Promise<Series[]> {
  return (await pool.query<Series>(nextSeries, [calendar_id, event_uid])).rows;
}

const visibleRecord = `
  SELECT coalesce(pending_write.record, event_state.record) AS record
  FROM event_state LEFT JOIN pending_write USING (calendar_id, event_uid)
  WHERE calendar_id = $1 AND event_uid = $2`;

/** `append`: what is written already is up to date. */
async function writeSeries(pool: Pool, one: Series, { append }: { append: boolean }): Promise<void> {
  await inTransaction(pool, async (client) => {
    const accountId = one.account_id;
    await lockAccount(client, accountId);
    const projection = await readProjection(client);
    const { rows } = await client.query<{ record: EventRecord }>(visibleRecord, [one.calendar_id, one.event_uid]);
    const record = rows[0]?.record;
    if (!record || (append && (await appendOccurrences(client, projection, { accountId, record })))) return;
    await replaceOccurrences(client, projection, { accountId, records: [record] });
  });
}

/** From here on every write reaches the new target; the beginning is set once, by the first build. */
async function moveTarget(pool: Pool, from: EpochMs, to: EpochMs): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockHorizon(client);
    await client.query(
      `UPDATE projection SET horizon_target = greatest(horizon_target, $1),
         horizon_from = CASE WHEN horizon_to = 0 THEN $2 ELSE horizon_from END`,
      [to, from],
    );
  });
}

/**
 * Moves the period over which series are materialised when less than a month of slack remains: from 430 days back to 460
 * ahead of `now`. First the target moves (later writes reach it), then every series is extended by what it has beyond the old
 * end, then readers use the new period. Safe to repeat after a crash; `onProgress` is called for each page of series.
 */
export async function rollHorizon(pool: Pool, now: EpochMs, onProgress: (series: number) => void): Promise<boolean> {
  const current = await readProjection(pool as never);
  const [from, to] = [Math.floor((now - back) / day) * day, Math.ceil((now + ahead) / day) * day];
  if (current.horizon_from <= now - 400 * day && current.horizon_to >= to - 30 * day) return false;
  await moveTarget(pool, from, to);
  let [last, count]: [Key, number] = [{ calendar_id: '', event_uid: '' }, 0];
  for (;;) {
    const rows = await seriesAfter(pool, last);
    for (const one of rows) await writeSeries(pool, one, { append: true });
    count += rows.length;
    onProgress(count);
    if (rows.length < page) break;
    last = rows.at(-1)!;
  }
  await pool.query('UPDATE projection SET horizon_to = horizon_target WHERE projection_id = 1');
  return true;
}

/** Sets the horizon of a new database, so that writers know how far to materialise. `now`: epoch ms. */
export async function prepareHorizon(pool: Pool, now: EpochMs): Promise<void> {
  const { horizon_to } = await readProjection(pool as never);
  if (horizon_to === 0) await rollHorizon(pool, now, () => undefined);
}

const agedSql = `
  SELECT account_id, calendar_id, event_uid FROM truncated_series
  WHERE reason = 'too_many_instances' AND shown_from < $1 AND (last_ms IS NULL OR last_ms > $1)
    AND (account_id, calendar_id, event_uid) > ($2, $3, $4)
  ORDER BY account_id, calendar_id, event_uid LIMIT ${page}`;

/**
 * Materialises series with too many instances again from `now` on, if what they show begins more than two days before it
 * (always, if they are from before there was a bound). Returns how many those were.
 */
export async function refreshTruncated(pool: Pool, now: EpochMs): Promise<number> {
  let [last, count] = [{ account_id: '', calendar_id: '', event_uid: '' }, 0];
  for (;;) {
    const values = [now - 2 * day, last.account_id, last.calendar_id, last.event_uid];
    const { rows } = await pool.query<Series>(agedSql, values);
    for (const one of rows) await writeSeries(pool, one, { append: false });
    count += rows.length;
    if (rows.length < page) return count;
    last = rows.at(-1)!;
  }
}
