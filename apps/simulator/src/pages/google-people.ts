import { toIso, toLocal } from '@kalends/icalendar';
import type { EventDateTime, EventResource } from '../google/model.js';
import { instantOf } from '../google/calendar/times.js';
import type { GoogleStore } from '../google/store.js';
import type { Route } from '../http/routing.js';
import { askAs, refusalOf, type People, type Place, type ShownEvent, type WrittenEvent } from './people.js';

const api = '/calendar/v3';
const eventsOf = ({ calendar }: Place) => `${api}/calendars/${encodeURIComponent(calendar.id)}/events`;

interface Attendee {
  email: string;
  responseStatus?: string;
  self?: boolean;
}

function shown({ calendar, email }: Place, resource: EventResource): ShownEvent {
  const localOf = ({ date, dateTime }: EventDateTime = {}) =>
    date ?? toLocal(calendar.zone, instantOf(dateTime ?? '', calendar.zone) ?? 0).slice(0, 16);
  const attendees = (resource['attendees'] ?? []) as Attendee[];
  const organizer = (resource['organizer'] as { email?: string } | undefined)?.email;
  const own = attendees.find((one) => one.email === email);
  return {
    id: resource.id,
    title: String(resource['summary'] ?? ''),
    start: localOf(resource.start),
    end: localOf(resource.end),
    isAllDay: resource.start?.date !== undefined,
    attendees: attendees.map((one) => ({ email: one.email, response: one.responseStatus ?? 'needsAction' })),
    ownResponse: own && organizer !== email ? (own.responseStatus ?? 'needsAction') : undefined,
  };
}

function resourceOf({ title, start, end, isAllDay, attendees }: WrittenEvent, { calendar }: Place): object {
  const at = (local: string) =>
    isAllDay
      ? { date: local.slice(0, 10), dateTime: null, timeZone: null }
      : { dateTime: `${local}:00`, timeZone: calendar.zone, date: null };
  return { summary: title, start: at(start), end: at(end), attendees: attendees.map((email) => ({ email })) };
}

/** People at the simulated Google, who use its API with all rights. */
export function googlePeople(store: GoogleStore, routes: readonly Route[]): People {
  const ask = (email: string) => {
    const token = `page of ${email}`;
    const scope = 'https://www.googleapis.com/auth/calendar';
    const grant = { email, clientId: 'page', scope, refreshToken: '', revoked: false };
    store.accessTokens.set(token, { grant, expires: Infinity });
    return askAs(routes, token);
  };
  return {
    provider: 'google',
    title: 'Google',
    users: () => [...store.users.values()],
    calendars: async (email) => {
      const { body } = await ask(email)('GET', `${api}/users/me/calendarList`);
      const { items } = body as { items: { id: string; summary: string; accessRole: string; timeZone: string }[] };
      return items.map(({ id, summary, accessRole, timeZone }) => {
        const canEdit = ['owner', 'writer', 'writerWithoutPrivateAccess'].includes(accessRole);
        return { id, name: summary, canEdit, zone: timeZone };
      });
    },
    events: async (place, { start, end }) => {
      const bounds = `timeMin=${toIso(start)}&timeMax=${toIso(end)}`;
      const query = `?singleEvents=true&orderBy=startTime&maxResults=2500&${bounds}`;
      const { body } = await ask(place.email)('GET', eventsOf(place) + query);
      return ((body as { items?: EventResource[] }).items ?? []).map((one) => shown(place, one));
    },
    write: async (place, event, id) => {
      const [method, path] = id === undefined ? ['POST', ''] : ['PATCH', `/${encodeURIComponent(id)}`];
      return refusalOf(await ask(place.email)(method, eventsOf(place) + path, resourceOf(event, place)));
    },
    remove: async (place, id) =>
      refusalOf(await ask(place.email)('DELETE', `${eventsOf(place)}/${encodeURIComponent(id)}`)),
    respond: async (place, id, responseStatus) => {
      const path = `${eventsOf(place)}/${encodeURIComponent(id)}`;
      const event = (await ask(place.email)('GET', path)).body as { attendees?: Attendee[] };
      const attendees = (event.attendees ?? []).map((one) =>
        one.email === place.email ? { ...one, responseStatus } : one,
      );
      return refusalOf(await ask(place.email)('PATCH', path, { attendees }));
    },
  };
}
