import { parseInstant, toIso, toLocal } from '@kalends/icalendar';
import type { Calendar, Event } from '@microsoft/microsoft-graph-types';
import type { Route } from '../http/routing.js';
import { zoneOf } from '../microsoft/graph/preferences.js';
import type { MicrosoftStore } from '../microsoft/store.js';
import { askAs, refusalOf, type People, type Place, type ShownEvent, type WrittenEvent } from './people.js';

const calendarPath = ({ calendar }: Place) => `/v1.0/me/calendars/${encodeURIComponent(calendar.id)}`;
const eventPath = (place: Place, id: string) => `${calendarPath(place)}/events/${encodeURIComponent(id)}`;
const actions = { accepted: 'accept', tentative: 'tentativelyAccept', declined: 'decline' };

function toLocalIn(zone: string, utc: string): string {
  const parsed = parseInstant(utc);
  return parsed.ok ? toLocal(zone, parsed.ms).slice(0, 16) : '';
}

function shown({ calendar }: Place, event: Event): ShownEvent {
  const { isAllDay, isOrganizer, responseStatus } = event;
  const localOf = (time: Event['start']) => {
    const local = time!.dateTime!;
    return isAllDay ? local.slice(0, 10) : toLocalIn(calendar.zone, `${local.slice(0, 19)}Z`);
  };
  return {
    id: event.id!,
    title: event.subject ?? '',
    start: localOf(event.start),
    end: localOf(event.end),
    isAllDay: isAllDay === true,
    attendees: (event.attendees ?? []).map(({ emailAddress, status }) => ({
      email: emailAddress?.address ?? '',
      response: status?.response ?? 'none',
    })),
    ownResponse: isOrganizer ? undefined : (responseStatus?.response ?? 'none'),
  };
}

function resourceOf(event: WrittenEvent, { calendar }: Place): object {
  const { title: subject, start, end, isAllDay, attendees } = event;
  const at = (local: string) => ({
    dateTime: isAllDay ? `${local.slice(0, 10)}T00:00:00` : `${local}:00`,
    timeZone: calendar.zone,
  });
  const people = attendees.map((address) => ({ emailAddress: { address }, type: 'required' }));
  return { subject, isAllDay, start: at(start), end: at(end), attendees: people };
}

const scope = 'User.Read Calendars.ReadWrite Calendars.ReadWrite.Shared';

/** People at the simulated Microsoft, who use its API with all rights. */
export function microsoftPeople(store: MicrosoftStore, routes: readonly Route[]): People {
  const ask = (email: string) => {
    const token = `page of ${email}`;
    store.accessTokens.set(token, { grant: { email, clientId: 'page', scope, revoked: false }, expires: Infinity });
    return askAs(routes, token);
  };
  return {
    provider: 'microsoft',
    title: 'Microsoft',
    users: () => [...store.users.values()],
    calendars: async (email) => {
      const { body } = await ask(email)('GET', '/v1.0/me/calendars?$top=1000');
      const zone = zoneOf(store.users.get(email)!.timeZone);
      const found = (body as { value?: Calendar[] }).value ?? [];
      return found.map(({ id, name, canEdit }) => ({ id: id!, name: name ?? '', canEdit: canEdit === true, zone }));
    },
    events: async (place, { start, end }) => {
      const query = `?startDateTime=${toIso(start)}&endDateTime=${toIso(end)}&$top=1000`;
      const { body } = await ask(place.email)('GET', `${calendarPath(place)}/calendarView${query}`);
      return ((body as { value?: Event[] }).value ?? []).map((one) => shown(place, one));
    },
    write: async (place, event, id) => {
      const body = resourceOf(event, place);
      if (id === undefined) return refusalOf(await ask(place.email)('POST', `${calendarPath(place)}/events`, body));
      return refusalOf(await ask(place.email)('PATCH', eventPath(place, id), body));
    },
    remove: async (place, id) => refusalOf(await ask(place.email)('DELETE', eventPath(place, id))),
    respond: async (place, id, response) =>
      refusalOf(await ask(place.email)('POST', `${eventPath(place, id)}/${actions[response]}`)),
  };
}
