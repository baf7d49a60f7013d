import { isDeepStrictEqual } from 'node:util';
import type { EventRecord, RefusedWrite } from '@kalends/contracts';
import { nextRevision, type AcceptedWrite } from '@kalends/event-writes';
import type { EpochMs, EventSeries } from '@kalends/icalendar';
import type { OutgoingMessage } from '@kalends/messaging';
import { elsewhereRevision } from './changed-elsewhere.js';
import { overlay } from './overlay.js';
import type { CalendarRow, EventRow, ProfileRow } from './rows.js';

/** The current state of an event at its provider; `series: null`: it does not exist. */
export interface EventUpdate {
  eventUid: string;
  uid: string;
  href: string | null;
  etag: string | null;
  series: EventSeries | null;
  /** The write that the provider has just refused permanently. */
  refused?: Omit<RefusedWrite, 'revision'>;
}

/** The calendar's owner; null: there is none any more. */
export type Owner = Pick<ProfileRow, 'own_addresses' | 'provider_name'> | null;

/** The stored state of an event before an update. */
export interface Before {
  row: EventRow | undefined;
  writes: readonly AcceptedWrite[];
}

/** What to store of an event; `news`: readers see a difference, so it is published as well. */
export interface Stored {
  update: EventUpdate;
  record: EventRecord;
  /** The record as JSON. */
  text: string;
  news: boolean;
  /** What is published of it, if that has been written already. */
  message?: OutgoingMessage;
}

const isSameState = (one: EventRecord, other: EventRecord): boolean => {
  const { revision: _one, changed_at: _oneAt, ...before } = one;
  const { revision: _other, changed_at: _otherAt, ...after } = other;
  return isDeepStrictEqual(before, asStored(after));
};

const writtenOf = (update: EventUpdate, { row }: Before) => ({
  uid: update.uid,
  isExternal: (row?.event_id ?? null) === null,
});

/** The context in which an update is evaluated. */
export interface UpdateContext {
  calendar: CalendarRow;
  owner: Owner;
  now: EpochMs;
  /** Receives an update that cannot be published, and why; it is left out. Without this, that throws. */
  onUnfit?: (update: EventUpdate, error: unknown) => void;
}

/** The record of one event after an update; null if there is and was nothing to publish. */
function recordOf({ calendar, owner, now }: UpdateContext, update: EventUpdate, before: Before): EventRecord | null {
  const { row, writes } = before;
  const visible = overlay(update.series, writes, writtenOf(update, before));
  const series = visible.series ?? row?.published.series;
  const command = row?.command ?? 0;
  if (!series && command === 0) return null;
  const eventId = row?.event_id ?? undefined;
  // a deleted event keeps it, as it keeps its times
  const googleId = (owner?.provider_name === 'google' ? update.href : null) ?? row?.published.google_event_id;
  const revision = nextRevision(row?.revision ?? 0, now);
  const refused = update.refused ? { ...update.refused, revision } : row?.published.refused_write;
  const record: EventRecord = {
    kind: 'event',
    account_id: calendar.account_id,
    calendar_id: calendar.calendar_id,
    event_uid: update.eventUid,
    ...(eventId === undefined ? {} : { event_id: eventId }),
    ...(googleId === undefined ? {} : { google_event_id: googleId }),
    revision,
    command,
    deleted: visible.deleted,
    changed_at: now,
    ...(refused === undefined ? {} : { refused_write: refused }),
    floating_tzid: calendar.tzid,
    own_addresses: owner?.own_addresses ?? [],
    series: series ?? { uid: update.uid, master: null, overrides: [] },
  };
  const elsewhere = elsewhereRevision(row?.published, record);
  return elsewhere === undefined ? record : { ...record, elsewhere_revision: elsewhere };
}

/** The changes that an update causes; null if nothing has to be stored. */
export function decideEvent(context: UpdateContext, update: EventUpdate, before: Before): Stored | null {
  const { row } = before;
  const record = recordOf(context, update, before);
  if (!record) return null;
  const news = !row || !isSameState(row.published, record);
  if (!news && row.etag !== null && row.etag === update.etag && row.href === update.href) return null;
  const published = news ? record : row.published;
  return { update, record: published, text: JSON.stringify(published), news };
}

const asStored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
