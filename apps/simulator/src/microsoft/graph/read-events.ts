import { parseInstant, toInstant } from '@kalends/icalendar';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, invalidParameter, invalidRequest, itemNotFound } from '../graph-error.js';
import { immutableId, plainId } from '../event-ids.js';
import type { MicrosoftCalendar } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { calendarOf, grantOf, isBasic, otherOwnerOf } from './authenticate.js';
import { findItem, instancesOf, instantOf, itemOf, viewOf, type Bounds, type Item } from './occurrences.js';
import { expansions, onlyOptions, pageOf, propertyFilter, selected } from './odata.js';
import { preferencesOf } from './preferences.js';
import { originalStartOf, presentEvent } from './present.js';

const longestMs = 1825 * 86_400_000;
const lists = ['$top', '$skip', '$select', '$expand', '$filter', '$orderby'];

/** The bounds of a view, epoch ms; a time without an offset is in UTC. */
export function boundsOf({ url }: SimulatorRequest): Bounds {
  const at = (name: string) => {
    const text = url.searchParams.get(name)?.replace(/\.\d+/, '').replace(' ', '+') ?? '';
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return toInstant('UTC', `${text}T00:00:00`);
    const parsed = parseInstant(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
    if (!parsed.ok) throw invalidParameter(`The value '${text.slice(0, 100)}' of parameter ${name} is invalid.`);
    return parsed.ms;
  };
  const bounds = { start: at('startDateTime'), end: at('endDateTime') };
  if (bounds.end < bounds.start) throw invalidParameter('endDateTime is before startDateTime.');
  if (bounds.end - bounds.start > longestMs) {
    throw invalidRequest('Your request can’t be completed. The requested duration exceeds the maximum of 1825 days.');
  }
  return bounds;
}

/** An event as a request selects it, with the extended properties that it expands. */
export function shown(store: MicrosoftStore, request: SimulatorRequest, { email }: MicrosoftCalendar) {
  const preferences = preferencesOf(request);
  const { properties } = expansions(request);
  const names = request.url.searchParams.get('$select')?.split(',') ?? [];
  const viewer = grantOf(store, request);
  const ofViewer = { isBasic: isBasic(viewer), isGuest: viewer.email !== email };
  return (item: Item): Record<string, unknown> => {
    const found = (ofViewer.isBasic ? [] : properties).flatMap((id) => {
      const value = item.event.extended.get(id);
      return value === undefined ? [] : [{ id, value }];
    });
    const original = originalStartOf(item);
    const whole = {
      ...presentEvent(item, { store, email, preferences, ...ofViewer }),
      ...(names.includes('originalStart') && original ? { originalStart: original } : {}),
    };
    return { ...selected(request, whole), ...(found.length > 0 ? { singleValueExtendedProperties: found } : {}) };
  };
}

/** Items in the order of `$orderby`, by their starts only. */
function ordered({ url }: SimulatorRequest, items: Item[]): Item[] {
  const orderBy = url.searchParams.get('$orderby');
  if (orderBy === null) return items;
  const [, direction] = /^start\/dateTime(?: (asc|desc))?$/i.exec(orderBy.trim()) ?? [orderBy];
  if (!/^start\/dateTime/i.test(orderBy.trim())) throw invalidRequest('The simulator orders by start/dateTime only.');
  const startOf = ({ start, event }: Item) => instantOf(start, event.fields.isAllDay === true);
  const sign = direction?.toLowerCase() === 'desc' ? -1 : 1;
  return items.sort((a, b) => sign * (startOf(a) - startOf(b)));
}

interface Listing {
  calendar: MicrosoftCalendar;
  items: Item[];
}

function list(store: MicrosoftStore, request: SimulatorRequest, { calendar, items }: Listing): Answer {
  if (expansions(request).exceptions) throw invalidRequest('Expanding exceptionOccurrences needs a single event.');
  const { headers, pageSize } = preferencesOf(request);
  const filter = propertyFilter(request);
  if (filter && isBasic(grantOf(store, request))) throw accessDenied();
  const found = ordered(
    request,
    items.filter(({ event }) => !filter || event.extended.get(filter.id) === filter.value),
  );
  const page = pageOf(request, found, pageSize ?? store.limits.pageSize);
  return json({ ...page, value: page.value.map(shown(store, request, calendar)) }, 200, headers);
}

/** GET /me/calendars/{id}/events: single events and series, no occurrences or exceptions. */
export function listEvents(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'read');
  onlyOptions(request, ...lists);
  const events = [...calendar.events.values()].filter(({ exception }) => !exception);
  return list(store, request, { calendar, items: events.map((event) => itemOf(calendar, event)) });
}

/** GET …/calendarView: what takes place within bounds, series expanded. */
export function calendarView(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'read');
  onlyOptions(request, 'startDateTime', 'endDateTime', ...lists);
  return list(store, request, { calendar, items: viewOf(store, calendar, boundsOf(request)) });
}

/** The calendar and event of a path; without a calendar in it, any of the user's own. */
export function placeOf(store: MicrosoftStore, request: SimulatorRequest, to: 'read' | 'write') {
  const id = request.params['eventId']!;
  const { isImmutable } = preferencesOf(request);
  const find = (one: MicrosoftCalendar) => {
    const own = immutableId(one, id, isImmutable);
    return own === undefined ? undefined : findItem(store, one, own);
  };
  const { email } = grantOf(store, request);
  if (request.params['calendarId'] === undefined && otherOwnerOf(store, request, email) === undefined) {
    const own = store.calendarsOf(email);
    const holder = own.find((one) => find(one)) ?? own.find((one) => one.removed.has(id));
    if (holder) request.params['calendarId'] = holder.id;
  }
  const calendar = calendarOf(store, request, to);
  return { calendar, item: find(calendar) };
}

/** GET …/events/{id}; a series with `$expand=exceptionOccurrences`. */
export function getEvent(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { calendar, item } = placeOf(store, request, 'read');
  onlyOptions(request, '$select', '$expand');
  if (!item) throw itemNotFound();
  const names = request.url.searchParams.get('$select')?.split(',') ?? [];
  const present = shown(store, request, calendar);
  const isSeries = item.type === 'seriesMaster';
  const dates = [...item.event.cancelled].sort();
  const ownId = preferencesOf(request).isImmutable ? item.id : plainId(item.id, item.event);
  const cancelled = dates.map((date) => `OID.${ownId}.${date}`);
  const exceptions = store.exceptionsOf(calendar, item.id).map((one) => present(itemOf(calendar, one)));
  const more = {
    ...(isSeries && names.includes('cancelledOccurrences') ? { cancelledOccurrences: cancelled } : {}),
    ...(isSeries && expansions(request).exceptions ? { exceptionOccurrences: exceptions } : {}),
  };
  return json({ ...present(item), ...more }, 200, preferencesOf(request).headers);
}

/** GET …/events/{id}/instances: occurrences and exceptions of a series. */
export function listInstances(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { calendar, item } = placeOf(store, request, 'read');
  onlyOptions(request, 'startDateTime', 'endDateTime', ...lists);
  if (!item) throw itemNotFound();
  if (item.type !== 'seriesMaster') throw invalidRequest('Only a series has instances.');
  const items = instancesOf(store, { calendar, master: item.event }, boundsOf(request));
  return list(store, request, { calendar, items });
}
