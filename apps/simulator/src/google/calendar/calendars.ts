import { isTimeZone } from '@kalends/icalendar';
import { json, nothing, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { grantOf, placeOf, type Place } from '../authenticate.js';
import type { Calendar } from '../model.js';
import type { GoogleStore } from '../store.js';
import { etagOf, ownerOf } from './resources.js';
import { writtenHours } from './working-hours.js';

function presentCalendar(calendar: Calendar, changed: number): Record<string, unknown> {
  const { id, summary, description, timeZone, workingHours } = calendar;
  const withDescription = description === undefined ? {} : { description };
  return {
    kind: 'calendar#calendar',
    etag: etagOf(changed),
    id,
    summary,
    ...withDescription,
    timeZone,
    ...(workingHours === undefined ? {} : { workingHours }),
    ...ownerOf(calendar),
  };
}

const textIn = (body: Record<string, unknown>, name: string): string | undefined =>
  typeof body[name] === 'string' ? body[name] : undefined;

/** calendars.insert: a secondary calendar, owned by its creator and in their list. */
export function insertCalendar(store: GoogleStore, request: SimulatorRequest): Answer {
  const grant = grantOf(store, request);
  const body = objectOf(request);
  const summary = textIn(body, 'summary');
  if (summary === undefined || summary === '') throw new ApiError(400, 'required', 'Missing summary.');
  const timeZone = textIn(body, 'timeZone');
  const description = textIn(body, 'description');
  const created = store.addCalendar(grant.email, {
    summary,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(description === undefined ? {} : { description }),
    createdBy: grant.clientId,
  });
  return json(presentCalendar(created, store.latest));
}

/** The calendar that a path names, whose user must own it to change it. */
function ownedCalendar(store: GoogleStore, request: SimulatorRequest): Place {
  return placeOf(store, request, 'owner');
}

/** calendars.get */
export function getCalendar(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar, entry } = placeOf(store, request, 'freeBusyReader');
  return json(presentCalendar(calendar, entry.changed));
}

/** calendars.patch and calendars.update; an update without a summary is refused. */
export function changeCalendar(store: GoogleStore, request: SimulatorRequest, how: 'patch' | 'update'): Answer {
  const { calendar, entry: own } = ownedCalendar(store, request);
  const body = objectOf(request);
  const summary = textIn(body, 'summary') ?? (how === 'patch' ? calendar.summary : '');
  if (summary === '') throw new ApiError(400, 'required', 'Missing summary.');
  const timeZone = textIn(body, 'timeZone') ?? calendar.timeZone;
  if (!isTimeZone(timeZone)) throw invalid('Invalid value for timeZone.');
  const workingHours = writtenHours(body['workingHours'], own.primary);
  Object.assign(calendar, { summary, timeZone, ...(workingHours && { workingHours }) });
  const description =
    body['description'] === undefined && how === 'patch' ? calendar.description : textIn(body, 'description');
  if (description === undefined) delete calendar.description;
  else calendar.description = description;
  for (const list of store.lists.values()) {
    for (const entry of list) if (entry.calendarId === calendar.id) entry.changed = store.next();
  }
  return json(presentCalendar(calendar, store.latest));
}

/** calendars.delete: of a secondary calendar. */
export function deleteCalendar(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar, entry } = ownedCalendar(store, request);
  if (entry.primary) throw new ApiError(400, 'invalid', 'Cannot delete a primary calendar.', {}, 'calendar');
  store.removeCalendar(calendar.id);
  return nothing();
}

/** calendars.clear: deletes all events of a primary calendar. */
export function clearCalendar(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar, entry } = ownedCalendar(store, request);
  if (!entry.primary) throw new ApiError(400, 'invalid', 'Only a primary calendar can be cleared.', {}, 'calendar');
  for (const { resource } of [...calendar.events.values()]) {
    if (resource.status === 'cancelled') continue;
    const sequence = (resource.sequence ?? 0) + 1;
    store.put(calendar, { ...resource, status: 'cancelled', sequence, updated: store.clock.iso() });
  }
  return nothing();
}

/**
 * calendars.transferOwnership: an administrator gives a secondary calendar to another user of the same organization, here
 * of the same domain; whoever owned it keeps the role `owner`.
 */
export function transferOwnership(store: GoogleStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request);
  const query = request.url.searchParams;
  const owner = query.get('newDataOwner');
  if (owner === null) throw new ApiError(400, 'required', 'Required parameter: newDataOwner');
  if (query.get('useAdminAccess') !== 'true') throw invalid('useAdminAccess must be true.');
  if (store.users.get(email)?.isAdmin !== true)
    throw new ApiError(403, 'forbidden', 'The Manage Calendars administrator privilege is needed.');
  const calendar = store.calendars.get(request.params['calendarId']!);
  const domainOf = (address: string) => address.split('@')[1];
  if (!calendar || domainOf(calendar.dataOwner) !== domainOf(email)) throw notFound();
  if (calendar.id === calendar.dataOwner) throw invalid('A primary calendar cannot be transferred.');
  if (!store.users.has(owner) || domainOf(owner) !== domainOf(email)) throw invalid('Invalid value for newDataOwner.');
  calendar.dataOwner = owner;
  store.share(calendar.id, owner, { accessRole: 'owner' });
  return nothing();
}
