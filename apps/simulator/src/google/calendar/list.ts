import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { invalid } from '../api-error.js';
import { grantOf, placeOf, requireScope } from '../authenticate.js';
import type { EventResource, StoredEvent } from '../model.js';
import type { GoogleStore } from '../store.js';
import { pageOf } from './paging.js';
import { etagOf, isMaster, presentEntry, presentEvent } from './resources.js';
import { instantOf, startOf } from './times.js';

const flag = (query: URLSearchParams, name: string) => query.get(name) === 'true';

/** calendarList.list */
export function listCalendars(store: GoogleStore, request: SimulatorRequest): Answer {
  const grant = grantOf(store, request);
  requireScope(grant, '', 'readonly', 'calendarlist', 'calendarlist.readonly');
  const query = request.url.searchParams;
  const listing = {
    of: grant.email,
    epoch: store.listEpoch,
    latest: store.latest,
    items: (store.lists.get(grant.email) ?? []).map((entry) => ({
      ...entry,
      key: `${!entry.primary} ${entry.calendarId}`,
    })),
    query,
    defaultSize: 100,
    maxSize: 250,
  };
  const showDeleted = flag(query, 'showDeleted');
  const showHidden = flag(query, 'showHidden');
  const isListed = ({ deleted, hidden }: (typeof listing.items)[number], isDelta: boolean) =>
    (!deleted || isDelta || showDeleted) && (!hidden || showHidden);
  const { items, tokens } = pageOf(listing, isListed);
  const shown = items.map((entry) => presentEntry(entry, store.calendars.get(entry.calendarId)));
  return json({ kind: 'calendar#calendarList', etag: etagOf(store.latest), ...tokens, items: shown });
}

const excluded = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMax',
  'timeMin',
  'updatedMin',
];

function checkQuery(query: URLSearchParams): void {
  if (flag(query, 'singleEvents')) throw invalid('This simulator lists series, not single events.');
  if (!query.get('syncToken')) return;
  const wrong = excluded.find((name) => query.has(name));
  if (wrong !== undefined) throw invalid(`${wrong} cannot be used together with syncToken.`);
  if (query.get('showDeleted') === 'false') throw invalid('showDeleted cannot be false together with syncToken.');
}

/** Whether a resource overlaps [timeMin, timeMax); a series counts from its start on. */
function overlaps(resource: EventResource, query: URLSearchParams, zone: string): boolean {
  const bound = (name: string, fallback: number) => {
    const text = query.get(name);
    const value = text === null ? fallback : instantOf(text, zone);
    if (value === undefined) throw invalid(`Invalid value for ${name}.`);
    return value;
  };
  const [min, max] = [bound('timeMin', -Infinity), bound('timeMax', Infinity)];
  const start = startOf(resource.start, zone) ?? -Infinity;
  const end = isMaster(resource) ? Infinity : (startOf(resource.end, zone) ?? Infinity);
  return start < max && end > min;
}

/** events.list, of series with their exceptions (singleEvents=false). */
export function listEvents(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar, entry, grant } = placeOf(store, request, 'freeBusyReader');
  const query = request.url.searchParams;
  checkQuery(query);
  const uid = query.get('iCalUID');
  const showDeleted = flag(query, 'showDeleted');
  const isAlive = (id: string | undefined) => calendar.events.get(id ?? '')?.resource.status !== 'cancelled';
  const isListed = ({ resource }: StoredEvent, isDelta: boolean) => {
    if (uid !== null && resource.iCalUID !== uid) return false;
    const isInstance = resource.recurringEventId !== undefined && isAlive(resource.recurringEventId);
    if (resource.status === 'cancelled' && !isDelta && !showDeleted && !isInstance) return false;
    return isDelta || overlaps(resource, query, calendar.timeZone);
  };
  const items = [...calendar.events.values()].map((one) => ({ ...one, key: one.resource.id }));
  const { epoch, id: of } = calendar;
  const sizes = { defaultSize: store.limits.pageSize, maxSize: 2500 };
  const page = pageOf({ of, epoch, latest: store.latest, items, query, ...sizes }, isListed);
  return json({
    kind: 'calendar#events',
    etag: etagOf(store.latest),
    summary: calendar.summary,
    timeZone: calendar.timeZone,
    accessRole: entry.accessRole,
    defaultReminders: [],
    ...page.tokens,
    items: page.items.map((one) => presentEvent(one, grant.email, entry)),
  });
}
