import { isDeepStrictEqual } from 'node:util';
import { calendarState, type EventRecord } from '@kalends/contracts';
import type { EpochMs, EventSeries } from '@kalends/icalendar';
import { addToOutbox, message, sqlOf, type OutgoingMessage } from '@kalends/messaging';
import { jsonbArray, textArray } from '@kalends/service';
import type { PoolClient } from 'pg';
import { elsewhereRevision } from './changed-elsewhere.js';
import { overlay } from './overlay.js';
import { nextRevision, type CalendarRow, type EventRow, type PendingWriteRow, type ProfileRow } from './rows.js';

/** What is now known of one event at its provider; `series: null`: it is not there. */
export interface EventUpdate {
  eventUid: string;
  uid: string;
  href: string | null;
  etag: string | null;
  series: EventSeries | null;
  /** The application's own id, when a command brings it. */
  eventId?: string;
  /** The number of the last command that we hold, when one has just come. */
  command?: number;
}

const eventsSql = 'SELECT * FROM event WHERE calendar_id = $1 AND event_uid = ANY ($2::text[])';
const pendingSql = `
  SELECT * FROM pending_write WHERE calendar_id = $1 AND event_uid = ANY ($2::text[]) ORDER BY event_uid, command`;

const saveSql = `
  INSERT INTO event AS held (calendar_id, account_id, event_uid, event_id, uid, href, etag, series, published, revision,
                             command, changed_at, deleted)
  SELECT $1, $2, event_uid, event_id, uid, href, etag, CASE WHEN seen THEN published -> 'series' ELSE series END,
         published, revision, command, changed_at, deleted
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::jsonb[], $10::jsonb[],
              $11::bigint[], $12::bigint[], $13::bigint[], $14::boolean[])
    AS stored (event_uid, event_id, uid, href, etag, seen, series, published, revision, command, changed_at, deleted)
  ON CONFLICT (calendar_id, event_uid) DO UPDATE SET
    event_id = excluded.event_id, uid = excluded.uid, href = excluded.href, etag = excluded.etag,
    series = excluded.series, published = excluded.published, revision = excluded.revision,
    command = excluded.command, changed_at = excluded.changed_at, deleted = excluded.deleted`;

/** Of whose calendar it is; null: of nobody any more. */
type Owner = Pick<ProfileRow, 'own_addresses' | 'provider_name'> | null;

/** What is to be stored of an event; `news`: readers learn something, so it is published as well. */
interface Stored {
  update: EventUpdate;
  record: EventRecord;
  /** The record as JSON. */
  text: string;
  news: boolean;
}

/** Whether readers see the provider's series as it is: then it is not told to PostgreSQL a second time. */
const isSeen = ({ update, record }: Stored): boolean => update.series !== null && update.series === record.series;

const isSameState = (one: EventRecord, other: EventRecord): boolean => {
  const { revision: _one, changed_at: _oneAt, ...before } = one;
  const { revision: _other, changed_at: _otherAt, ...after } = other;
  return isDeepStrictEqual(before, JSON.parse(JSON.stringify(after)));
};

/** The record of one event after an update; null when there is nothing to tell and never was. */
function recordOf(
  calendar: CalendarRow,
  owner: Owner,
  update: EventUpdate,
  held: EventRow | undefined,
  writes: readonly PendingWriteRow[],
  now: EpochMs,
): EventRecord | null {
  const visible = overlay(update.series, writes, update.uid);
  const series = visible.series ?? held?.published.series;
  const command = Math.max(update.command ?? 0, held?.command ?? 0);
  if (!series && command === 0) return null;
  const eventId = update.eventId ?? held?.event_id ?? undefined;
  // what is deleted keeps it, as it keeps its times
  const googleId = (owner?.provider_name === 'google' ? update.href : null) ?? held?.published.google_event_id;
  const record: EventRecord = {
    kind: 'event',
    account_id: calendar.account_id,
    calendar_id: calendar.calendar_id,
    event_uid: update.eventUid,
    ...(eventId === undefined ? {} : { event_id: eventId }),
    ...(googleId === undefined ? {} : { google_event_id: googleId }),
    revision: nextRevision(held?.revision ?? 0, now),
    command,
    deleted: visible.deleted,
    changed_at: now,
    floating_tzid: calendar.tzid,
    own_addresses: owner?.own_addresses ?? [],
    series: series ?? { uid: update.uid, master: null, overrides: [] },
  };
  const elsewhere = elsewhereRevision(held?.published, record, update.command !== undefined);
  return elsewhere === undefined ? record : { ...record, elsewhere_revision: elsewhere };
}

async function save(client: PoolClient, calendar: CalendarRow, published: readonly Stored[]) {
  const column = <Value>(of: (one: Stored) => Value) => published.map(of);
  await client.query({
    name: 'save-events',
    text: saveSql,
    values: [
      calendar.calendar_id,
      calendar.account_id,
      textArray(column(({ update }) => update.eventUid)),
      textArray(column(({ record }) => record.event_id ?? null)),
      textArray(column(({ update }) => update.uid)),
      textArray(column(({ update }) => update.href)),
      textArray(column(({ update }) => update.etag)),
      column(isSeen),
      jsonbArray(column((one) => (isSeen(one) || !one.update.series ? null : JSON.stringify(one.update.series)))),
      jsonbArray(column(({ text }) => text)),
      column(({ record }) => record.revision),
      column(({ record }) => record.command),
      column(({ record }) => record.changed_at),
      column(({ record }) => record.deleted),
    ],
  });
}

/** Attendees of overrides go first when a record exceeds what the topic takes; a real calendar is no dead letter. */
export function fitting(record: EventRecord, text = JSON.stringify(record)): OutgoingMessage {
  const limit = calendarState.maxMessageBytes - 4096;
  if (Buffer.byteLength(text) <= limit) return message(calendarState, record);
  const overrides = record.series.overrides.map(({ change: { attendees: _attendees, ...change }, ...rest }) => ({
    ...rest,
    change,
  }));
  const slim = { ...record, series: { ...record.series, overrides } };
  if (Buffer.byteLength(JSON.stringify(slim)) <= limit) return message(calendarState, slim);
  const master = slim.series.master && { ...slim.series.master, attendees: [], description: undefined };
  return message(calendarState, { ...slim, series: { ...slim.series, master, overrides: [] } });
}

/**
 * Stores what is known of some events of one calendar and publishes what readers are to see of them (writes on their
 * way laid over) where that differs from what they see already, in the caller's transaction, which holds the account's
 * lock. Answers how many were published.
 */
export async function publishEvents(
  client: PoolClient,
  calendar: CalendarRow,
  owner: Owner,
  updates: readonly EventUpdate[],
  now: EpochMs,
): Promise<number> {
  if (updates.length === 0) return 0;
  const byUid = new Map(updates.map((update) => [update.eventUid, update]));
  const key = [calendar.calendar_id, textArray([...byUid.keys()])];
  const { rows: events } = await client.query<EventRow>({ name: 'find-events', text: eventsSql, values: key });
  const { rows: writes } = await client.query<PendingWriteRow>({ name: 'find-writes', text: pendingSql, values: key });
  const held = new Map(events.map((row) => [row.event_uid, row]));
  const pending = groupByUid(writes);
  const stored = [...byUid.values()].flatMap((update): Stored[] => {
    const own = pending.get(update.eventUid) ?? [];
    const before = held.get(update.eventUid);
    const record = recordOf(calendar, owner, update, before, own, now);
    if (!record) return [];
    const news = !before || !isSameState(before.published, record);
    if (!news && before.etag !== null && before.etag === update.etag && before.href === update.href) return [];
    const told = news ? record : before.published;
    return [{ update, record: told, text: JSON.stringify(told), news }];
  });
  if (stored.length === 0) return 0;
  await save(client, calendar, stored);
  const news = stored.filter((one) => one.news).map(({ record, text }) => fitting(record, text));
  await addToOutbox(sqlOf(client), news);
  return news.length;
}

function groupByUid(writes: readonly PendingWriteRow[]): Map<string, PendingWriteRow[]> {
  const groups = new Map<string, PendingWriteRow[]>();
  for (const row of writes) {
    const group = groups.get(row.event_uid);
    if (group) group.push(row);
    else groups.set(row.event_uid, [row]);
  }
  return groups;
}
