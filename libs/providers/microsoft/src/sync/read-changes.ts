import { setImmediate } from 'node:timers/promises';
import type { EpochMs } from '@kalends/icalendar';
import {
  ProviderError,
  type ChangeBatch,
  type ChangesRead,
  type Known,
  type RemoteCalendar,
  mapped,
} from '@kalends/provider-port/sync';
import { readEach } from './batch.js';
import { isDue, openWindow, printCursor, readCursor, reportedBy, type Cursor } from './delta.js';
import { calendarGone, readPages, readSeriesOf, zoneOfCalendar } from './fetch-series.js';
import { eventPath, eventsPath, type GraphApi } from './graph-api.js';
import { etagOf, isSeries, masterEtag, remoteOf, type GraphSeries } from './read-series.js';
import { eventQuery, readEvent, row, type GraphEvent } from './resources.js';

/** Events per page and per batch; this bounds memory. */
const pageSize = 100;

export interface Reading {
  api: GraphApi;
  calendar: RemoteCalendar;
  known: Known;
  onBatch: (batch: ChangeBatch) => Promise<void>;
  now: EpochMs;
  /** Finds what the links did not report, too. */
  listAll: boolean;
}

async function emit({ calendar, known, onBatch }: Reading, series: readonly GraphSeries[], removed: string[] = []) {
  const batch: Required<ChangeBatch> = { changed: [], removed, unchanged: [], skipped: [] };
  for (const one of series) {
    const [href, etag] = [one.master.id, etagOf(one)];
    if (known.get(href) === etag) {
      batch.unchanged.push(href);
      continue;
    }
    const event = mapped(() => remoteOf(one, zoneOfCalendar(calendar))) ?? 'unreadable';
    if (typeof event === 'string') batch.skipped.push({ href, etag, reason: event });
    else batch.changed.push(event);
    // a long text, and a series with many exceptions, take milliseconds each
    await setImmediate();
  }
  if (series.length + removed.length > 0) await onBatch(batch);
}

/** The series of these ids, read completely; unreadable ones are reported as such. */
async function seriesOf(reading: Reading, ids: readonly string[]): Promise<GraphSeries[]> {
  const { series, unreadable } = await readSeriesOf(reading.api, reading.calendar, ids);
  await skip(reading, unreadable);
  return series;
}

/** Single events as they are, series read completely. */
async function completed(reading: Reading, events: readonly GraphEvent[]): Promise<GraphSeries[]> {
  const singles = events.filter((one) => !isSeries(one)).map((master) => ({ master, exceptions: [], cancelled: [] }));
  const ids = events.filter(isSeries).map(({ id }) => id);
  return [...singles, ...(await seriesOf(reading, ids))];
}

/** Lists single events and series; `onPage` gets the items of each page. */
async function list(
  reading: Reading,
  query: Record<string, string>,
  onPage: (items: readonly unknown[]) => Promise<void>,
) {
  const { api, calendar } = reading;
  const end = await readPages(api, { path: eventsPath(calendar.href), call: { query } }, onPage);
  if ('failed' in end && end.failed.status === 404) throw calendarGone();
  if ('failed' in end) throw new ProviderError('unavailable', `Microsoft answered ${end.failed.status} to a list.`);
}

/** Items of a list that are no events that we can read; they exist, though. */
async function skip({ onBatch }: Reading, items: readonly unknown[]) {
  const skipped = items.flatMap((item) => {
    const read = readEvent(item) ? undefined : row.safeParse(item).data;
    return read ? [{ href: read.id, etag: read['@odata.etag'] ?? '', reason: 'unreadable' as const }] : [];
  });
  if (skipped.length > 0) await onBatch({ changed: [], removed: [], skipped });
  return skipped.map(({ href }) => href);
}

/** Reads events by id and reports them, and which of those that we hold no longer exist. */
async function readIds(reading: Reading, ids: readonly string[]): Promise<void> {
  const { api, calendar, known } = reading;
  const isHeld = (id: string) => known.size === 0 || known.has(id);
  for (let at = 0; at < ids.length; at += pageSize) {
    const part = ids.slice(at, at + pageSize);
    const paths = part.map((id) => eventPath(calendar.href, id));
    const answers = await readEach(api, paths, { query: eventQuery });
    const removed = part.filter((_, index) => answers[index]!.status >= 400).filter(isHeld);
    const events = answers.flatMap(({ status, body }) => (status < 300 ? (readEvent(body) ?? []) : []));
    const own = events.filter(({ seriesMasterId }) => !seriesMasterId);
    // an occurrence or exception stands for its series
    const others = new Set(events.flatMap(({ seriesMasterId }) => seriesMasterId || []));
    for (const { id } of own) others.delete(id);
    const series = [...(await completed(reading, own)), ...(await seriesOf(reading, [...others]))];
    await skip(
      reading,
      answers.flatMap(({ status, body }) => (status < 300 ? [body] : [])),
    );
    await emit(reading, series, removed);
  }
}

/**
 * Reads everything: first a window for later changes, so that none between the two is missed, then the list. A list in
 * pages may miss an event if another is deleted meanwhile: known ones that it did not show are read by id.
 */
async function readAll(reading: Reading): Promise<ChangesRead> {
  const { api, calendar, known, now } = reading;
  const opened = await openWindow(api, calendar, now);
  const seen = new Set<string>();
  await list(reading, { ...eventQuery, $top: String(pageSize) }, async (items) => {
    const events = items.flatMap((item) => readEvent(item) ?? []).filter(({ id }) => !seen.has(id));
    for (const { id } of events) seen.add(id);
    for (const id of await skip(reading, items)) seen.add(id);
    await emit(reading, await completed(reading, events));
  });
  const unseen = [...known.keys()].filter((href) => !seen.has(href));
  await readIds(reading, unseen);
  return { kind: 'full', cursor: opened ? printCursor(opened) : null };
}

/** What the list shows otherwise than we know it. */
async function listed(reading: Reading): Promise<string[]> {
  const { known } = reading;
  const seen = new Map<string, string>();
  await list(reading, { $select: 'id,changeKey', $top: '1000' }, async (items) => {
    for (const item of items) {
      const read = row.safeParse(item).data;
      if (read) seen.set(read.id, read['@odata.etag'] ?? '');
    }
  });
  const isOther = ([id, etag]: [string, string]) => masterEtag(known.get(id) ?? '') !== etag;
  return [...[...seen].filter(isOther).map(([id]) => id), ...[...known.keys()].filter((href) => !seen.has(href))];
}

/** The changes since a cursor; undefined: it is no longer valid. A new window is opened before the old one is left. */
async function readSince(reading: Reading, cursor: Cursor): Promise<ChangesRead | undefined> {
  const { api, calendar, now } = reading;
  const next = isDue(cursor, now) ? await openWindow(api, calendar, now) : undefined;
  const reported = await reportedBy(api, calendar, cursor.link);
  if (!reported) return undefined;
  const more = reading.listAll ? await listed(reading) : [];
  // a removed id may be an event that was added or changed outside of the window, or an occurrence
  await readIds(reading, [...new Set([...reported.changed, ...reported.removed, ...more])]);
  const after = { ...cursor, link: reported.link, ...next };
  return { kind: 'delta', cursor: printCursor(after) };
}

/**
 * Reads the changes since a cursor, or everything if there is none or it is not usable any more. Graph's delta only shows where
 * to look: it is blind outside its window, has rows without their content, and reports living events as removed. Every
 * event that it names is therefore read again, a series with all its exceptions.
 */
export async function readChanges(reading: Reading, cursor: string | null): Promise<ChangesRead> {
  const stored = cursor === null ? undefined : readCursor(cursor);
  // stored before Graph's address was changed, or by another host
  const isUsable = stored !== undefined && reading.api.isOwn(stored.link);
  return (isUsable ? await readSince(reading, stored) : undefined) ?? readAll(reading);
}
