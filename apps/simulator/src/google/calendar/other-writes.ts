import { objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { placeOf } from '../authenticate.js';
import type { GoogleStore } from '../store.js';
import { quickEvent } from './quick-add.js';
import { answer, insertEvent, settled, storedEvent, withoutNulls, writable } from './write.js';

/** events.import: a copy of an event that exists elsewhere, known by its iCalUID; importing it again replaces it. */
export function importEvent(store: GoogleStore, request: SimulatorRequest): Answer {
  const place = placeOf(store, request, 'writerWithoutPrivateAccess');
  const body = withoutNulls(writable(objectOf(request)));
  const { iCalUID } = body;
  if (typeof iCalUID !== 'string' || iCalUID === '') throw new ApiError(400, 'required', 'Missing iCalUID.');
  const known = [...place.calendar.events.values()].find(({ resource }) => resource.iCalUID === iCalUID);
  const id = known?.resource.id ?? store.newId('event');
  const sequence = Math.max(known?.resource.sequence ?? 0, Number(body['sequence'] ?? 0));
  const own = { id, sequence, created: known?.resource['created'] ?? store.clock.iso() };
  const creator = { email: place.grant.email, self: true };
  const link = { htmlLink: `${request.url.origin}/event?eid=${id}` };
  return answer(store.put(place.calendar, settled(store, place, { creator, ...body, ...own, ...link })), place);
}

/** events.move: to another calendar that the user may write, which becomes the organizer; no instance by itself. */
export function moveEvent(store: GoogleStore, request: SimulatorRequest): Answer {
  const from = placeOf(store, request, 'writer');
  const destination = request.url.searchParams.get('destination');
  if (destination === null) throw new ApiError(400, 'required', 'Required parameter: destination');
  const to = placeOf(store, { ...request, params: { calendarId: destination } }, 'writer');
  const { resource } = storedEvent(from, request.params['eventId']!);
  if (resource.status === 'cancelled') throw notFound();
  if (resource.recurringEventId !== undefined) throw invalid('Cannot move an instance of a recurring event.');
  if (to.calendar === from.calendar) throw invalid('Cannot move an event to the calendar that it is in.');
  const updated = store.clock.iso();
  const organizer = { email: to.calendar.id, displayName: to.calendar.summary, self: true };
  const exceptions = store.exceptionsOf(from.calendar, resource.id).map((one) => one.resource);
  for (const one of [resource, ...exceptions]) {
    store.put(from.calendar, { ...one, status: 'cancelled', updated });
    store.put(to.calendar, { ...one, organizer, updated });
  }
  return answer(to.calendar.events.get(resource.id)!, to);
}

/** events.quickAdd: see {@link quickEvent}. */
export function quickAdd(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar } = placeOf(store, request, 'writerWithoutPrivateAccess');
  const text = request.url.searchParams.get('text');
  if (text === null || text.trim() === '') throw new ApiError(400, 'required', 'Required parameter: text');
  if (text.length > 1_024) throw invalid('Invalid value for text.');
  const body = JSON.stringify(quickEvent(text, { now: store.clock.now(), zone: calendar.timeZone }));
  return insertEvent(store, { ...request, body });
}
