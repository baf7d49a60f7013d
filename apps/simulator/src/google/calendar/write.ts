import { headerOf, json, nothing, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { placeOf, type Place } from '../authenticate.js';
import type { EventDateTime, EventResource, StoredEvent } from '../model.js';
import type { GoogleStore } from '../store.js';
import { conferenceAfter } from './conferences.js';
import { settleExceptions } from './exceptions.js';
import { invite } from './invitations.js';
import { instanceOf } from './instances.js';
import { zoneIn } from './list.js';
import { checkMembers, checkRecurrence } from './members.js';
import { etagOf, presentEvent } from './resources.js';
import { isTime, startOf } from './times.js';

const readOnly = ['kind', 'etag', 'created', 'updated', 'creator', 'htmlLink', 'recurringEventId', 'originalStartTime'];
/** Written by {@link conferenceAfter} only. */
const ofConference = ['conferenceData', 'hangoutLink'];
const without = (resource: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !names.includes(name)));

export function writable(body: Record<string, unknown>): Record<string, unknown> {
  return without(body, [...readOnly, ...ofConference]);
}

/** A null is equivalent to an absent member, at any depth. */
export function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isObject(value) ? withoutNulls({ ...(value as object) }) : value]),
  );
}

function check(resource: Record<string, unknown>, zone: string): void {
  const { start, end, recurrence } = resource as { start: EventDateTime; end: EventDateTime; recurrence?: string[] };
  if (!isTime(start)) throw new ApiError(400, 'required', 'Missing or invalid start time.');
  if (!isTime(end)) throw new ApiError(400, 'required', 'Missing or invalid end time.');
  if ((start.date === undefined) !== (end.date === undefined))
    throw invalid('Start and end must both be dates or both be times.');
  if (startOf(start, zone)! > startOf(end, zone)!) {
    throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', {}, 'calendar');
  }
  if (recurrence !== undefined && recurrence.length > 0) {
    if (start.dateTime !== undefined && start.timeZone === undefined)
      throw invalid('Missing time zone definition for start time.');
    checkRecurrence(recurrence);
  }
}

/** Times are returned with an offset and a zone, whatever their original form. */
function shownTime(time: EventDateTime, zone: string): EventDateTime {
  if (time.date !== undefined && time.date !== null) return { date: time.date };
  const timeZone = time.timeZone ?? zone;
  return { dateTime: new Date(startOf(time, zone)!).toISOString().replace('.000', ''), timeZone };
}

const longestProperty = 1_024;

/** Longer values of extended properties are truncated silently. */
function cutProperties(resource: Record<string, unknown>): object {
  const { extendedProperties } = resource as { extendedProperties?: Record<string, Record<string, unknown>> };
  if (!extendedProperties) return {};
  const cut = (properties: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, longestProperty) : value,
      ]),
    );
  const kinds = Object.entries(extendedProperties).map(([kind, properties]) => [kind, cut(properties)]);
  return { extendedProperties: Object.fromEntries(kinds) };
}

/** `none`, `externalOnly`, `all`; the deprecated `sendNotifications` is ignored. */
function checkSendUpdates(request: SimulatorRequest): void {
  const requested = request.url.searchParams.get('sendUpdates');
  if (requested !== null && !['all', 'externalOnly', 'none'].includes(requested))
    throw invalid('Invalid value for sendUpdates.');
}

const isMoved = (before: EventResource, after: EventResource, zone: string) =>
  startOf(before.start, zone) !== startOf(after.start, zone) || startOf(before.end, zone) !== startOf(after.end, zone);

export function settled(store: GoogleStore, place: Place, resource: Record<string, unknown>): EventResource {
  const zone = place.calendar.timeZone;
  check(resource, zone);
  checkMembers(resource);
  const { sequence = 0, status = 'confirmed' } = resource;
  const times = { start: shownTime(resource['start']!, zone), end: shownTime(resource['end']!, zone) };
  return {
    ...resource,
    ...cutProperties(resource),
    status,
    sequence,
    ...times,
    updated: store.clock.iso(),
  } as unknown as EventResource;
}

export function answer(stored: StoredEvent, { grant, entry, calendar }: Place, zone = calendar.timeZone): Answer {
  const viewing = { email: grant.email, entry, zone, own: calendar.timeZone };
  return json(presentEvent(stored, viewing), 200, { etag: etagOf(stored.changed) });
}

/** events.insert: with an id chosen by the client, a second one is a conflict, even with a deleted event. */
export function insertEvent(store: GoogleStore, request: SimulatorRequest): Answer {
  const place = placeOf(store, request, 'writerWithoutPrivateAccess');
  checkSendUpdates(request);
  const body = withoutNulls(writable(objectOf(request)));
  const id = typeof body['id'] === 'string' ? body['id'] : store.newId('event');
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw invalid('Invalid resource id value.');
  if (place.calendar.events.has(id)) {
    throw new ApiError(409, 'duplicate', 'The requested identifier already exists.');
  }
  const person = { email: place.grant.email, self: true };
  const iCalUID = typeof body['iCalUID'] === 'string' ? body['iCalUID'] : `${id}@google.com`;
  const own = {
    id,
    iCalUID,
    created: store.clock.iso(),
    creator: person,
    htmlLink: `${request.url.origin}/event?eid=${id}`,
  };
  const conference = conferenceAfter(store, request, {
    calendar: place.calendar,
    body: objectOf(request),
    present: {},
  });
  const initial = { organizer: person, reminders: { useDefault: true }, ...body, ...conference, ...own };
  const stored = store.put(place.calendar, settled(store, place, initial));
  invite(store, { calendar: place.calendar, email: place.grant.email, after: stored.resource });
  return answer(stored, place);
}

/** The event that a request names; an unchanged instance is created from its series. */
export function storedEvent(place: Place, id: string): StoredEvent {
  const stored = place.calendar.events.get(id);
  if (stored) return stored;
  const instance = instanceOf(place.calendar, id);
  if (!instance) throw notFound();
  return { resource: instance, changed: place.calendar.events.get(instance.recurringEventId!)!.changed };
}

function checkVersion(request: SimulatorRequest, { changed }: StoredEvent): void {
  const requested = headerOf(request, 'if-match');
  if (requested === undefined || requested === '*' || requested === etagOf(changed)) return;
  throw new ApiError(412, 'conditionNotMet', 'Precondition Failed');
}

export function getEvent(store: GoogleStore, request: SimulatorRequest): Answer {
  const place = placeOf(store, request, 'freeBusyReader');
  const zone = zoneIn(request.url.searchParams, place.calendar);
  return answer(storedEvent(place, request.params['eventId']!), place, zone);
}

/** Objects are merged member by member, lists are replaced, null removes (events.patch). */
function merged(present: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const result = { ...present };
  for (const [name, value] of Object.entries(patch)) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (value === null) delete result[name];
    else if (isObject) result[name] = merged({ ...(result[name] as object | undefined) }, { ...value });
    else result[name] = value;
  }
  return result;
}

/** events.patch and events.update; status `confirmed` restores a deleted event. */
export function changeEvent(store: GoogleStore, request: SimulatorRequest, how: 'patch' | 'update'): Answer {
  const place = placeOf(store, request, 'writerWithoutPrivateAccess');
  const stored = storedEvent(place, request.params['eventId']!);
  checkVersion(request, stored);
  checkSendUpdates(request);
  const { id, iCalUID, recurringEventId, originalStartTime } = stored.resource;
  const given = objectOf(request);
  const body = writable(given);
  const present = stored.resource;
  const conference = conferenceAfter(store, request, { calendar: place.calendar, body: given, present });
  const kept = Object.fromEntries(Object.entries(stored.resource).filter(([name]) => readOnly.includes(name)));
  const next = how === 'patch' ? merged(stored.resource, body) : { ...kept, ...withoutNulls(body) };
  const names = { id, iCalUID, ...(recurringEventId === undefined ? {} : { recurringEventId, originalStartTime }) };
  const written = settled(store, place, { ...without(next, ofConference), ...conference, ...names });
  const { sequence = 0 } = stored.resource;
  if ((written.sequence ?? 0) < sequence)
    throw invalid('Invalid sequence value. The specified sequence number is below the current one of the resource.');
  const moved = isMoved(stored.resource, written, place.calendar.timeZone);
  const changed = store.put(place.calendar, moved ? { ...written, sequence: written.sequence! + 1 } : written);
  const { calendar, grant } = place;
  settleExceptions(store, { calendar, before: stored.resource, after: changed.resource });
  invite(store, { calendar, email: grant.email, before: stored.resource, after: changed.resource });
  return answer(changed, place);
}

/** events.delete; deleting a series deletes all its exceptions. */
export function deleteEvent(store: GoogleStore, request: SimulatorRequest): Answer {
  const place = placeOf(store, request, 'writerWithoutPrivateAccess');
  const stored = storedEvent(place, request.params['eventId']!);
  checkVersion(request, stored);
  if (stored.resource.status === 'cancelled') throw new ApiError(410, 'deleted', 'Resource has been deleted');
  const cancel = (resource: EventResource) =>
    store.put(place.calendar, {
      ...resource,
      status: 'cancelled',
      sequence: (resource.sequence ?? 0) + 1,
      updated: store.clock.iso(),
    });
  const { resource: after } = cancel(stored.resource);
  invite(store, { calendar: place.calendar, email: place.grant.email, before: stored.resource, after });
  for (const { resource } of store.exceptionsOf(place.calendar, stored.resource.id)) cancel(resource);
  return nothing();
}
