import { setImmediate } from 'node:timers/promises';
import {
  ProviderError,
  type ChangeBatch,
  type ChangesRead,
  type Known,
  type RemoteCalendar,
  type RemoteEvent,
  type SkippedObject,
  mapped,
} from '@kalends/provider-port/sync';
import { eventPath, type GoogleApi } from './google-api.js';
import { inPagesThatFit, maxPerPage, readPages } from './read-pages.js';
import { etagOf, remoteOf, type GoogleSeries } from './read-series.js';
import { isCancelled, orphans, SeriesAssembly } from './series-assembly.js';
import { eventIn, type GoogleEvent } from './resources.js';

/** A master and all its exceptions, including cancelled ones; `known`: those from the current listing. */
export async function readSeries(
  api: GoogleApi,
  calendarId: string,
  { master, known = [] }: { master: GoogleEvent; known?: readonly GoogleEvent[] },
): Promise<GoogleSeries> {
  const exceptions = new Map<string, GoogleEvent>();
  if (master.recurrence?.length) {
    const query = { iCalUID: master.iCalUID, showDeleted: 'true' };
    await inPagesThatFit((pageSize) =>
      readPages(api, { calendarId, query, pageSize }, async (events) => {
        for (const one of events) if (one.recurringEventId === master.id) exceptions.set(one.id, one);
      }),
    );
    for (const one of known) if (!exceptions.has(one.id)) exceptions.set(one.id, one);
  }
  return { id: master.id, master, exceptions: [...exceptions.values()] };
}

/** An event, or the remains of a deleted one. */
export async function getAnyEvent(api: GoogleApi, calendarId: string, id: string): Promise<GoogleEvent | undefined> {
  const { status, body } = await api.call<unknown>(eventPath(calendarId, id));
  return status < 300 ? eventIn(body) : undefined;
}

export async function getEvent(api: GoogleApi, calendarId: string, id: string): Promise<GoogleEvent | undefined> {
  const event = await getAnyEvent(api, calendarId, id);
  return event && !isCancelled(event) ? event : undefined;
}

interface Reading {
  api: GoogleApi;
  calendar: RemoteCalendar;
  known: Known;
  onBatch: (batch: ChangeBatch) => Promise<void>;
  /** If Google shows only the times, the etag is marked: once it shows more, the same version counts as a new one. */
  timesOnly: boolean;
  /** Finds what Google did not report, too. */
  listAll: boolean;
}

const shownEtag = ({ timesOnly }: Reading, one: GoogleSeries): string =>
  timesOnly ? `times:${etagOf(one)}` : etagOf(one);

async function emit(reading: Reading, series: readonly GoogleSeries[], removed: string[] = []) {
  const { calendar, known, onBatch } = reading;
  for (let at = 0; at < series.length || (at === 0 && removed.length > 0); at += maxPerPage) {
    const part = series.slice(at, at + maxPerPage);
    const isKnown = (one: GoogleSeries) => known.get(one.id) === shownEtag(reading, one);
    const changed: RemoteEvent[] = [];
    const skipped: SkippedObject[] = [];
    for (const one of part.filter((each) => !isKnown(each))) {
      const event = mapped(() => remoteOf(one, calendar.tzid ?? 'Etc/UTC'));
      if (event) changed.push({ ...event, etag: shownEtag(reading, one) });
      else skipped.push({ href: one.id, etag: shownEtag(reading, one), reason: 'unreadable' });
      // a series with hundreds of excluded days takes milliseconds
      await setImmediate();
    }
    await onBatch({
      changed,
      removed: at === 0 ? removed : [],
      unchanged: part.filter(isKnown).map(({ id }) => id),
      skipped,
    });
  }
}

/** One attempt at everything; `emitted`: etags by href that this and earlier attempts passed on. */
async function listAll(reading: Reading, pageSize: number, emitted: Map<string, string>): Promise<ChangesRead> {
  const assembly = new SeriesAssembly();
  const listed = new Set<string>();
  const pass = async (series: readonly GoogleSeries[]) => {
    const changed: GoogleSeries[] = [];
    for (const one of series) {
      const etag = etagOf(one);
      if (emitted.get(one.id) !== etag) changed.push(one);
      listed.add(one.id);
      emitted.set(one.id, etag);
    }
    await emit(reading, changed);
  };
  const listing = { calendarId: reading.calendar.href, query: {}, pageSize };
  const cursor = await readPages(reading.api, listing, (events) => pass(assembly.add(events)));
  if (cursor === 'invalid-token') throw new ProviderError('unavailable', 'Google refuses a listing without a token.');
  await pass(assembly.series());
  // deleted between two attempts: the sync token of the last one does not report it
  const gone = [...emitted.keys()].filter((id) => !listed.has(id));
  await emit(reading, [], gone);
  return { kind: 'full', cursor };
}

function readAll(reading: Reading): Promise<ChangesRead> {
  const emitted = new Map<string, string>();
  return inPagesThatFit((pageSize) => listAll(reading, pageSize, emitted));
}

/** An incremental listing has exceptions without their series, so the series is read completely. */
async function completed({ api, calendar }: Reading, assembly: SeriesAssembly, id: string): Promise<GoogleSeries[]> {
  const listed = assembly.exceptions.get(id) ?? [];
  const master = assembly.masters.get(id) ?? (await getEvent(api, calendar.href, id));
  if (master) return [await readSeries(api, calendar.href, { master, known: listed })];
  return orphans(id, listed);
}

async function listChanges({ api, calendar }: Reading, syncToken: string, pageSize: number) {
  const assembly = new SeriesAssembly();
  const singles: GoogleSeries[] = [];
  const next = await readPages(api, { calendarId: calendar.href, query: { syncToken }, pageSize }, async (events) => {
    singles.push(...assembly.add(events));
  });
  return { next, assembly, singles };
}

const listedFields = 'items(id,etag,status,recurringEventId,recurrence),nextPageToken,nextSyncToken';

/**
 * Ids of what a list of etags shows otherwise than we know it, or lacks; undefined: these are too many to be read one by one,
 * or some are instances of another user's series, which cannot be.
 */
async function listed(reading: Reading): Promise<string[] | undefined> {
  const { api, calendar, known } = reading;
  const series = await inPagesThatFit(async (pageSize) => {
    const assembly = new SeriesAssembly();
    const singles: GoogleSeries[] = [];
    const listing = { calendarId: calendar.href, query: { fields: listedFields }, pageSize };
    await readPages(api, listing, async (events) => void singles.push(...assembly.add(events)));
    return [...singles, ...assembly.series()];
  });
  const others = series.filter((one) => known.get(one.id) !== shownEtag(reading, one));
  if (others.length > maxPerPage || others.some(({ master }) => master === undefined)) return undefined;
  const seen = new Set(series.map(({ id }) => id));
  return [...others.map(({ id }) => id), ...[...known.keys()].filter((id) => !seen.has(id))];
}

/**
 * Reads the changes since a sync token, or everything if there is none or it is no longer valid (410). Masters are
 * returned with their exceptions, in batches; the cursor is the sync token of the last page.
 */
export async function readChanges(reading: Reading, cursor: string | null): Promise<ChangesRead> {
  if (cursor === null) return readAll(reading);
  const { next, assembly, singles } = await inPagesThatFit((pageSize) => listChanges(reading, cursor, pageSize));
  const more = next !== 'invalid-token' && reading.listAll ? await listed(reading) : [];
  if (next === 'invalid-token' || !more) return readAll(reading);
  const isNew = (id: string) => !assembly.removed.has(id) && !singles.some((one) => one.id === id);
  const ids = [...new Set([...assembly.ids(), ...more.filter(isNew)])];
  const complete: GoogleSeries[] = [];
  for (const id of ids) complete.push(...(await completed(reading, assembly, id)));
  const found = new Set(complete.map(({ id }) => id));
  const removed = [...assembly.removed, ...ids.filter((id) => !found.has(id))];
  const isSeries = ({ id }: GoogleSeries) => !found.has(id);
  await emit(reading, [...singles.filter(isSeries), ...complete], removed);
  return { kind: 'delta', cursor: next };
}
