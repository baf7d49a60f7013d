import type { EventChange } from '@kalends/contracts';
import {
  missingEvent,
  maxConflicts,
  ProviderError,
  recurringEvent,
  type RemoteCalendar,
  type RemoteEvent,
  type RequestedChange,
  type WriteTarget,
} from '@kalends/provider-port/sync';
import { newEvent, patchOf, withPrivate, type Writing } from './change-resource.js';
import { eventIdOf, generations } from './event-ids.js';
import { eventPath, eventsPath, type GoogleApi } from './google-api.js';
import { movedInstances } from './moved-exceptions.js';
import { getAnyEvent, getEvent, readSeries } from './read-changes.js';
import { isCancelled } from './series-assembly.js';
import { remoteOf } from './read-series.js';
import type { GoogleEvent } from './resources.js';
import { hasNote, notedIn, noteOf, restoreExceptions } from './restore-exceptions.js';
import { sendUpdatesOf } from './send-updates.js';
import { writeInstance, writeOverrides } from './write-instance.js';

const maxTries = 6;
const zoneOf = ({ tzid }: RemoteCalendar) => tzid ?? 'Etc/UTC';

/** Without this, Google ignores what a write contains of a conference. */
const versionOf = (body: object) => ('conferenceData' in body ? { conferenceDataVersion: '1' } : {});

/** A change of one event of a calendar. */
interface EventWrite extends RequestedChange {
  target: WriteTarget;
  /** Writes nothing of its conference but the location. */
  withoutConference?: boolean;
}

const writingOf = (calendar: RemoteCalendar, { target, now, withoutConference = false }: EventWrite): Writing => ({
  uid: target.uid,
  now,
  withoutConference,
  calendarZone: zoneOf(calendar),
});
const overtaken = (maxAttempts?: number) =>
  new ProviderError('unavailable', 'Other clients change the event faster than it can be written.', {
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  });

async function calendarExists(api: GoogleApi, calendar: RemoteCalendar): Promise<boolean> {
  const { status } = await api.call(eventsPath(calendar.href), { query: { maxResults: '1' } });
  return status !== 404;
}

/** What instances must be after a write that moves a series with exceptions. */
async function movedBy(api: GoogleApi, calendar: RemoteCalendar, { current, write }: Patching) {
  const series = await readSeries(api, calendar.href, { master: current });
  if (series.exceptions.length === 0) return [];
  return movedInstances(series, { change: write.change, now: write.now, calendarZone: zoneOf(calendar) });
}

interface Patching {
  current: GoogleEvent;
  write: EventWrite;
}

/**
 * Overwrites exactly the version that was read, and restores the exceptions of a moved series; undefined: another client
 * changed or deleted the event first.
 */
async function patch(api: GoogleApi, calendar: RemoteCalendar, { current, write }: Patching) {
  const plain = patchOf(current, write.change, writingOf(calendar, write));
  if (Object.keys(plain).length === 0) return current;
  const isMove = (current.recurrence?.length ?? 0) > 0 && ('start' in plain || 'recurrence' in plain);
  const moved = isMove ? await movedBy(api, calendar, { current, write }) : [];
  const isNoted = moved.length > 0 && current.eventType !== 'birthday';
  const body = isNoted ? withPrivate(plain, noteOf(moved)) : plain;
  const query = { ...sendUpdatesOf(write.change, current), ...versionOf(body) };
  const call = { method: 'PATCH' as const, query, body, ifMatch: current.etag };
  const answer = await api.call<GoogleEvent>(eventPath(calendar.href, current.id), call);
  if (answer.status >= 300) return undefined;
  if (moved.length === 0) return answer.body;
  await restoreExceptions(api, calendar, { master: answer.body, moved });
  return getEvent(api, calendar.href, current.id);
}

/** The series with the instances that differ in the write that creates it. */
async function withOverrides(
  api: GoogleApi,
  calendar: RemoteCalendar,
  { master, write }: { master: GoogleEvent; write: EventWrite },
): Promise<GoogleEvent> {
  const { overrides = [] } = write.change.created ?? {};
  await writeOverrides(api, calendar, { master, overrides, by: writingOf(calendar, write) });
  return master;
}

/** Changes the event, or one instance of it; undefined: another client changed or deleted that first. */
async function change(api: GoogleApi, calendar: RemoteCalendar, { current, write }: Patching) {
  const { instance } = write.change;
  if (instance) {
    const isWritten = await writeInstance(api, calendar, { master: current, instance, by: writingOf(calendar, write) });
    return isWritten ? current : undefined;
  }
  const patched = await patch(api, calendar, { current, write });
  return patched && withOverrides(api, calendar, { master: patched, write });
}

interface Revival {
  deleted: GoogleEvent;
  event: object;
  change: EventChange;
}

/**
 * Restores a deleted event as a new one; undefined if Google refuses. Google rejects a sequence below the event's
 * current one.
 */
async function revive(api: GoogleApi, calendar: RemoteCalendar, { deleted, event, change }: Revival) {
  const { id, sequence = 0 } = deleted;
  const query = { ...sendUpdatesOf(change, null), ...versionOf(event) };
  const call = { method: 'PUT' as const, query, body: { ...event, sequence } };
  try {
    const answer = await api.call<GoogleEvent>(eventPath(calendar.href, id), call);
    return answer.status < 300 ? answer.body : undefined;
  } catch (error) {
    // 400 and 403: the next id may work
    if (error instanceof ProviderError && error.failure === 'refused') return undefined;
    throw error;
  }
}

/** Creates the event, or finds the one that an earlier attempt created (409). */
async function create(api: GoogleApi, calendar: RemoteCalendar, write: EventWrite) {
  const { change } = write;
  const { uid } = write.target;
  for (let generation = 0; generation < generations; generation++) {
    const id = eventIdOf(uid, generation);
    const event = newEvent(id, change, writingOf(calendar, write));
    const query = { ...sendUpdatesOf(change, null), ...versionOf(event) };
    const call = { method: 'POST' as const, query, body: event };
    const answer = await api.call<GoogleEvent>(eventsPath(calendar.href), call);
    if (answer.status < 300) return { inserted: answer.body };
    if (answer.status === 404) throw new ProviderError('calendar-gone', 'The calendar was deleted.');
    if (answer.status !== 409)
      throw new ProviderError('unavailable', `Google answered ${answer.status} to a new event.`);
    const existing = await getAnyEvent(api, calendar.href, id);
    if (existing && !isCancelled(existing)) return { existing };
    const deleted = existing ?? { id, etag: '' };
    const inserted = await revive(api, calendar, { deleted, event, change });
    if (inserted) return { inserted };
  }
  throw new ProviderError('refused', 'Google no longer accepts an event with this id.');
}

async function upsertOnce(api: GoogleApi, calendar: RemoteCalendar, write: EventWrite): Promise<RemoteEvent> {
  const { target } = write;
  const remote = async (master: GoogleEvent) =>
    remoteOf(await readSeries(api, calendar.href, { master }), zoneOf(calendar));
  for (let tries = 0; tries < maxTries; tries++) {
    let current = target.href === null ? undefined : await getEvent(api, calendar.href, target.href);
    if (!current) {
      if (target.mustExist) throw missingEvent();
      const created = await create(api, calendar, write);
      if (created.inserted) return remote(await withOverrides(api, calendar, { master: created.inserted, write }));
      current = created.existing;
    }
    if (target.mustNotRecur && current?.recurrence?.length) throw recurringEvent();
    if (current && hasNote(current)) {
      await restoreExceptions(api, calendar, { master: current, moved: notedIn(current) });
      continue;
    }
    const patched = current && (await change(api, calendar, { current, write }));
    if (patched) return remote(patched);
  }
  throw overtaken(maxConflicts);
}

/**
 * Implements {@link CalendarProvider.upsert}: read, patch conditionally, and repeat after a concurrent change. If Google
 * refuses the event with its conference, it is written without: the address is still the location, if that was empty.
 */
export async function upsertEvent(api: GoogleApi, calendar: RemoteCalendar, write: EventWrite): Promise<RemoteEvent> {
  try {
    return await upsertOnce(api, calendar, write);
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.failure === 'refused';
    const { kind } = write.change.conferencing ?? {};
    if (!isRefused || (kind !== 'integrated' && kind !== 'explicit')) throw error;
    return upsertOnce(api, calendar, { ...write, withoutConference: true });
  }
}

/**
 * Deletes exactly the version that was read, unless it recurs; a missing event counts as deleted. Reads again after a
 * concurrent change.
 */
async function removeRead(api: GoogleApi, calendar: RemoteCalendar, href: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await getEvent(api, calendar.href, href);
    if (!current) {
      if (await calendarExists(api, calendar)) return;
      throw new ProviderError('calendar-gone', 'The calendar was deleted.');
    }
    if (current.recurrence?.length) throw recurringEvent();
    const call = { method: 'DELETE' as const, query: { sendUpdates: 'externalOnly' }, ifMatch: current.etag };
    const { status } = await api.call(eventPath(calendar.href, href), call);
    if (status !== 409 && status !== 412) return;
  }
  throw overtaken(maxConflicts);
}

/** Deletes the event, whatever its current version; a missing event counts as deleted. */
export async function removeEvent(api: GoogleApi, calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
  if (target.mustNotRecur && target.href !== null) return removeRead(api, calendar, target.href);
  const ids =
    target.href === null ? Array.from({ length: generations }, (_, n) => eventIdOf(target.uid, n)) : [target.href];
  for (const id of ids) {
    const call = { method: 'DELETE' as const, query: { sendUpdates: 'externalOnly' } };
    const { status } = await api.call(eventPath(calendar.href, id), call);
    if (status === 404 && target.href === null) return;
    if (status === 404 && !(await calendarExists(api, calendar))) {
      throw new ProviderError('calendar-gone', 'The calendar was deleted.');
    }
    if (status === 409 || status === 412) throw overtaken();
  }
}
