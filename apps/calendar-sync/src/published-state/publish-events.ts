import { calendarState, type EventRecord } from '@kalends/contracts';
import type { Truncated } from '@kalends/icalendar';
import { message, outboxInsert, type OutgoingMessage } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import { decideEvent, type Before, type EventUpdate, type Stored, type UpdateContext } from './decide-event.js';
import type { CalendarRow, EventRow, PendingWriteRow } from './rows.js';

export type { EventUpdate } from './decide-event.js';

const eventsSql = 'SELECT * FROM event WHERE calendar_id = $1 AND event_uid = ANY ($2::text[])';
const pendingSql = `
  SELECT * FROM pending_write WHERE calendar_id = $1 AND event_uid = ANY ($2::text[]) ORDER BY event_uid, command`;

const outbox = outboxInsert(15);
const saveSql = `
  WITH saved AS (
    INSERT INTO event AS held (calendar_id, account_id, event_uid, event_id, uid, href, etag, series, published, revision,
                               command, changed_at, deleted)
    SELECT calendar_id, account_id, event_uid, event_id, uid, href, etag,
           CASE WHEN seen THEN published -> 'series' ELSE series END, published, revision, command, changed_at, deleted
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[],
                $9::jsonb[], $10::jsonb[], $11::bigint[], $12::bigint[], $13::bigint[], $14::boolean[])
      AS stored (calendar_id, account_id, event_uid, event_id, uid, href, etag, seen, series, published, revision, command,
                 changed_at, deleted)
    ON CONFLICT (calendar_id, event_uid) DO UPDATE SET
      event_id = excluded.event_id, uid = excluded.uid, href = excluded.href, etag = excluded.etag,
      series = excluded.series, published = excluded.published, revision = excluded.revision,
      command = excluded.command, changed_at = excluded.changed_at, deleted = excluded.deleted
  ) ${outbox.text}`;

/** Whether readers see the provider's series unchanged: then it is not sent to PostgreSQL a second time. */
const isSeen = ({ update, record }: Stored): boolean => update.series !== null && update.series === record.series;

function columnsOf(stored: readonly Stored[]): unknown[] {
  const column = <Value>(of: (one: Stored) => Value) => stored.map(of);
  return [
    column(({ record }) => record.calendar_id),
    column(({ record }) => record.account_id),
    column(({ update }) => update.eventUid),
    column(({ record }) => record.event_id ?? null),
    column(({ update }) => update.uid),
    column(({ update }) => update.href),
    column(({ update }) => update.etag),
    column(isSeen),
    column((one) => (isSeen(one) || !one.update.series ? null : JSON.stringify(one.update.series))),
    column(({ text }) => text),
    column(({ record }) => record.revision),
    column(({ record }) => record.command),
    column(({ record }) => record.changed_at),
    column(({ record }) => record.deleted),
  ];
}

/**
 * If a record exceeds the topic's size limit, attendees of overrides are dropped first, and the record reports it; a real
 * calendar must not become a dead letter.
 */
export function fitToLimit(
  record: EventRecord,
  text = JSON.stringify(record),
  options: { traceparent?: string | undefined } = {},
): OutgoingMessage {
  const limit = calendarState.maxMessageBytes - 4096;
  const sized = (one: EventRecord) =>
    message(calendarState, one, options.traceparent === undefined ? {} : { traceparent: options.traceparent });
  if (Buffer.byteLength(text) <= limit) return sized(record);
  const overrides = record.series.overrides.map(({ change: { attendees: _attendees, ...change }, ...rest }) => ({
    ...rest,
    change,
  }));
  const cut = (...parts: Truncated[]) => ({ truncated: [...new Set([...(record.series.truncated ?? []), ...parts])] });
  const slim = { ...record, series: { ...record.series, overrides, ...cut('attendees') } };
  if (Buffer.byteLength(JSON.stringify(slim)) <= limit) return sized(slim);
  const master = slim.series.master && { ...slim.series.master, attendees: [], description: undefined };
  const least = { ...slim.series, master, overrides: [], ...cut('attendees', 'text', 'overrides') };
  return sized({ ...slim, series: least });
}

const messageOf = ({ record, text }: Stored): OutgoingMessage => fitToLimit(record, text);

/** Stores events and publishes those with changes, with one statement. Returns the number of published events. */
async function saveEvents(client: PoolClient, stored: readonly Stored[]): Promise<number> {
  const messages = stored.flatMap((one) => (one.news ? [one.message ?? messageOf(one)] : []));
  const values = [...columnsOf(stored), ...outbox.values(messages)];
  if (stored.length > 0) await client.query({ name: 'save-events', text: saveSql, values });
  return messages.length;
}

async function readKnown(client: PoolClient, calendar: CalendarRow, uids: readonly string[]) {
  const key = [calendar.calendar_id, uids];
  const [{ rows: events }, { rows: writes }] = await Promise.all([
    client.query<EventRow>({ name: 'find-events', text: eventsSql, values: key }),
    client.query<PendingWriteRow>({ name: 'find-writes', text: pendingSql, values: key }),
  ]);
  const rowsByUid = new Map(events.map((row) => [row.event_uid, row]));
  const pendingOf = (uid: string) => writes.filter(({ event_uid }) => event_uid === uid);
  return new Map(uids.map((uid): [string, Before] => [uid, { row: rowsByUid.get(uid), writes: pendingOf(uid) }]));
}

/** One event that breaks the contract must not keep the others of its calendar from being published. */
function decided(context: UpdateContext, update: EventUpdate, before: Before): Stored[] {
  try {
    const one = decideEvent(context, update, before);
    if (!one) return [];
    return [one.news ? { ...one, message: messageOf(one) } : one];
  } catch (error) {
    if (!context.onUnfit) throw error;
    context.onUnfit(update, error);
    return [];
  }
}

/**
 * Stores the provider's state of some events of one calendar and publishes what readers see of them (overlaid with
 * pending writes) if it differs from the last record, in the caller's transaction, which must have locked the account.
 * Returns the number of published events.
 */
export async function publishEvents(
  client: PoolClient,
  context: UpdateContext,
  updates: readonly EventUpdate[],
): Promise<number> {
  if (updates.length === 0) return 0;
  const byUid = new Map(updates.map((update) => [update.eventUid, update]));
  const before = await readKnown(client, context.calendar, [...byUid.keys()]);
  const stored = [...byUid.values()].flatMap((update) => {
    const own = before.get(update.eventUid) ?? { row: undefined, writes: [] };
    return decided(context, update, own);
  });
  return saveEvents(client, stored);
}
