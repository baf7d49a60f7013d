import type { OnlineMeetingProviderType } from '@microsoft/microsoft-graph-types';
import { json, nothing, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, bodyRead, GraphError } from '../graph-error.js';
import type { CalendarResource, MicrosoftCalendar } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { calendarOf, grantOf, otherOwnerOf } from './authenticate.js';
import { readCalendar } from './event-schema.js';
import { providersOf } from './meetings.js';
import { onlyOptions, pageOf, selected } from './odata.js';

/** A calendar as one user sees it: their own, or one that is shared with them. */
function present(
  store: MicrosoftStore,
  { calendar, viewer }: { calendar: MicrosoftCalendar; viewer: string },
): CalendarResource & Record<string, unknown> {
  const { id, name, color, hexColor, isDefault, email } = calendar;
  const user = store.users.get(email)!;
  const isOwn = email === viewer;
  const share = store.shares.find((one) => one.email === viewer && one.calendarId === id);
  const canEdit = calendar.canEdit && (isOwn || share?.canEdit === true);
  const providers = [...providersOf(store, calendar)] as OnlineMeetingProviderType[];
  return {
    id,
    name,
    color,
    hexColor,
    isDefaultCalendar: isDefault && isOwn,
    changeKey: Buffer.from(`calendar ${calendar.changed}`).toString('base64'),
    canShare: canEdit && isOwn,
    canViewPrivateItems: isOwn,
    canEdit,
    allowedOnlineMeetingProviders: providers,
    defaultOnlineMeetingProvider: providers[0] ?? 'unknown',
    isTallyingResponses: isDefault && isOwn,
    isRemovable: !(isDefault && isOwn),
    owner: { name: user.name, address: email },
  };
}

/** GET /me/calendars, /users/{owner}/calendars and /me/calendarGroups/{id}/calendars */
export function listCalendars(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { email: viewer } = grantOf(store, request);
  const owner = otherOwnerOf(store, request, viewer);
  grantOf(store, request, owner === undefined ? 'Calendars.ReadBasic' : 'Calendars.Read.Shared');
  onlyOptions(request, '$top', '$skip', '$select');
  const { groupId } = request.params;
  const shared = store.shares.filter((one) => one.email === viewer).flatMap((one) => store.sharedBy(one));
  const all = owner === undefined ? store.listOf(viewer) : shared.filter(({ calendar }) => calendar.email === owner);
  const found = all.filter(({ calendar }) => groupId === undefined || calendar.groupId === groupId);
  const items = found.map(({ calendar }) => selected(request, present(store, { calendar, viewer })));
  return json(pageOf(request, items, store.limits.pageSize));
}

/** GET /me/calendarGroups */
export function listGroups(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request, 'Calendars.ReadBasic');
  onlyOptions(request, '$top', '$skip');
  const items = store.groups.filter((one) => one.email === email).map(({ id, name }) => ({ id, name }));
  return json(pageOf(request, items, store.limits.pageSize));
}

/** GET /me/calendars/{id} and /me/calendar */
export function getCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'read');
  onlyOptions(request, '$select');
  const viewer = grantOf(store, request).email;
  return json(selected(request, present(store, { calendar, viewer })));
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
  const calendar = store.addCalendar({ email, name, color });
  return json(present(store, { calendar, viewer: email }), 201);
}

/** PATCH /me/calendars/{id} */
export function changeCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'write');
  const { name, color } = readCalendar(request);
  if (name !== undefined && name.toLowerCase() !== calendar.name.toLowerCase()) {
    requireFreeName(store, calendar.email, name);
  }
  Object.assign(calendar, { name: name ?? calendar.name, color: color ?? calendar.color, changed: store.next() });
  return json(present(store, { calendar, viewer: grantOf(store, request).email }));
}

/** DELETE /me/calendars/{id}; the default calendar cannot be deleted. */
export function deleteCalendar(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'write');
  if (calendar.isDefault || calendar.email !== grantOf(store, request).email) throw accessDenied();
  store.calendars.delete(calendar.id);
  return nothing();
}
