import type { OnlineMeetingProviderType } from '@microsoft/microsoft-graph-types';
import { json, nothing, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, bodyRead, GraphError } from '../graph-error.js';
import type { CalendarResource, MicrosoftCalendar } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { calendarOf, grantOf } from './authenticate.js';
import { readCalendar } from './event-schema.js';
import { providersOf } from './meetings.js';
import { onlyOptions, pageOf, selected } from './odata.js';

function present(store: MicrosoftStore, calendar: MicrosoftCalendar): CalendarResource & Record<string, unknown> {
  const { id, name, color, hexColor, isDefault, canEdit, email } = calendar;
  const user = store.users.get(email)!;
  const providers = [...providersOf(store, calendar)] as OnlineMeetingProviderType[];
  return {
    id,
    name,
    color,
    hexColor,
    isDefaultCalendar: isDefault,
    changeKey: Buffer.from(`calendar ${calendar.changed}`).toString('base64'),
    canShare: canEdit,
    canViewPrivateItems: true,
    canEdit,
    allowedOnlineMeetingProviders: providers,
    defaultOnlineMeetingProvider: providers[0] ?? 'unknown',
    isTallyingResponses: isDefault,
    isRemovable: !isDefault,
    owner: { name: user.name, address: email },
  };
}

/** GET /me/calendars and /me/calendarGroups/{id}/calendars */
export function listCalendars(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request, 'Calendars.Read');
  onlyOptions(request, '$top', '$skip', '$select');
  const { groupId } = request.params;
  const found = store.calendarsOf(email).filter((one) => groupId === undefined || one.groupId === groupId);
  const items = found.map((one) => selected(request, present(store, one)));
  return json(pageOf(request, items, store.limits.pageSize));
}

/** GET /me/calendarGroups */
export function listGroups(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request, 'Calendars.Read');
  onlyOptions(request, '$top', '$skip');
  const items = store.groups.filter((one) => one.email === email).map(({ id, name }) => ({ id, name }));
  return json(pageOf(request, items, store.limits.pageSize));
}

/** GET /me/calendars/{id} and /me/calendar */
export function getCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'read');
  onlyOptions(request, '$select');
  return json(selected(request, present(store, calendar)));
}

function requireFreeName(store: MicrosoftStore, email: string, name: string): void {
  if (!store.calendarsOf(email).some((one) => one.name.toLowerCase() === name.toLowerCase())) return;
  throw new GraphError(409, 'ErrorFolderExists', 'A folder with the specified name already exists.');
}

/** POST /me/calendars */
export function createCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request, 'Calendars.ReadWrite');
  const { name, color = 'auto' } = readCalendar(request);
  if (name === undefined) throw bodyRead("The property 'name' is required.");
  requireFreeName(store, email, name);
  return json(present(store, store.addCalendar({ email, name, color })), 201);
}

/** PATCH /me/calendars/{id} */
export function changeCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'write');
  const { name, color } = readCalendar(request);
  if (name !== undefined && name.toLowerCase() !== calendar.name.toLowerCase()) {
    requireFreeName(store, calendar.email, name);
  }
  Object.assign(calendar, { name: name ?? calendar.name, color: color ?? calendar.color, changed: store.next() });
  return json(present(store, calendar));
}

/** DELETE /me/calendars/{id}; the default calendar cannot be deleted. */
export function deleteCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'write');
  if (calendar.isDefault) throw accessDenied();
  store.calendars.delete(calendar.id);
  return nothing();
}
