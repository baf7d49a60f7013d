import { isTimeZone } from '@kalends/icalendar';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { grantOf, placeOf } from '../authenticate.js';
import type { Calendar, EventResource, StoredEvent } from '../model.js';
import type { GoogleStore } from '../store.js';
import { instancesIn } from './instances.js';
import { pageOf } from './paging.js';
import { etagOf, isMaster, presentEntry, presentEvent } from './resources.js';
import { instantOf, startOf } from './times.js';

const flag = (query: URLSearchParams, name: string) => query.get(name) === 'true';

/** calendarList.list */
export function listCalendars(store: GoogleStore, request: SimulatorRequest): Answer {
  const grant = grantOf(store, request);
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
  const orderBy = query.get('orderBy');
  if (orderBy !== null && orderBy !== 'startTime' && orderBy !== 'updated') throw invalid('Invalid value for orderBy.');
  if (orderBy === 'startTime' && !flag(query, 'singleEvents')) {
    throw invalid('The requested ordering is not available for the particular query.');
  }
  if (!query.get('syncToken')) return;
  const wrong = excluded.find((name) => query.has(name));
  if (wrong !== undefined) throw invalid(`${wrong} cannot be used together with syncToken.`);
  if (query.get('showDeleted') === 'false') throw invalid('showDeleted cannot be false together with syncToken.');
}

export interface Bounds {
  /** Epoch ms. */
  start: number;
  end: number;
}

/** `timeMin` and `timeMax`; endless where they are absent. */
export function boundsOf(query: URLSearchParams): Bounds {
  const bound = (name: string, fallback: number) => {
    const text = query.get(name);
    const value =
      text === null
        ? fallback
        : /^[^T ]{0,20}[T ].{0,30}(Z|[+-]\d\d:?\d\d)$/i.test(text)
          ? instantOf(text, 'UTC')
          : undefined;
    if (value === undefined) throw invalid(`Invalid value for ${name}.`);
    return value;
  };
  const bounds = { start: bound('timeMin', -Infinity), end: bound('timeMax', Infinity) };
  if (bounds.start >= bounds.end) throw new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.');
  return bounds;
}

/** Whether a resource overlaps [timeMin, timeMax); a series counts from its start on. */
function overlaps(resource: EventResource, { start: min, end: max }: Bounds, zone: string): boolean {
  const start = startOf(resource.start, zone) ?? -Infinity;
  const end = isMaster(resource) ? Infinity : (startOf(resource.end, zone) ?? Infinity);
  return start < max && end > min;
}

const yearMs = 366 * 86_400_000;

/** Events and the instances of series: of an endless list, those until two years from now. */
export function singleEvents(store: GoogleStore, calendar: Calendar, { start, end }: Bounds): StoredEvent[] {
  const until = Number.isFinite(end) ? end : store.clock.now() + 2 * yearMs;
  const all = [...calendar.events.values()];
  const masters = new Set(all.filter(({ resource }) => isMaster(resource)).map(({ resource }) => resource.id));
  const plain = all.filter(
    ({ resource }) => !masters.has(resource.id) && !masters.has(resource.recurringEventId ?? ''),
  );
  const series = all.filter(({ resource }) => isMaster(resource) && resource.status !== 'cancelled');
  return [
    ...plain,
    ...series.flatMap((one) => {
      const from = Number.isFinite(start) ? start : startOf(one.resource.start, calendar.timeZone)!;
      return from < until ? instancesIn(calendar, one, { start: from, end: until }) : [];
    }),
  ];
}

/** The key that pages of a list are ordered by. */
function keyOf({ resource }: StoredEvent, orderBy: string | null, zone: string): string {
  const padded = (ms: number) => String(ms + 1e15).padStart(17, '0');
  if (orderBy === 'startTime') return `${padded(startOf(resource.start, zone) ?? 0)} ${resource.id}`;
  if (orderBy === 'updated') return `${String(resource['updated'] ?? '')} ${resource.id}`;
  return resource.id;
}

const searched = ['summary', 'description', 'location'];

/** The filters of a list: words, kinds, last change, extended properties. */
function filterOf(query: URLSearchParams): (resource: EventResource) => boolean {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const types = query.getAll('eventTypes');
  const known = ['birthday', 'default', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation'];
  if (types.some((one) => !known.includes(one))) throw invalid('Invalid value for eventTypes.');
  const text = query.get('updatedMin');
  const since = text === null ? -Infinity : instantOf(text, 'UTC');
  if (since === undefined) throw invalid('Invalid value for updatedMin.');
  const properties = (['private', 'shared'] as const).flatMap((kind) =>
    query.getAll(`${kind}ExtendedProperty`).map((one) => [kind, ...one.split(/=(.*)/s)] as const),
  );
  return (resource) => {
    const people = (resource['attendees'] ?? []) as { email?: string; displayName?: string }[];
    const texts = [...searched.map((name) => resource[name]), ...people.flatMap((one) => [one.email, one.displayName])];
    const content = texts.join(' ').toLowerCase();
    const extended = (resource['extendedProperties'] ?? {}) as Record<string, Record<string, string> | undefined>;
    return (
      words.every((word) => content.includes(word)) &&
      (types.length === 0 || types.includes(String(resource['eventType'] ?? 'default'))) &&
      (instantOf(String(resource['updated'] ?? ''), 'UTC') ?? 0) >= since &&
      properties.every(([kind, name, value]) => extended[kind]?.[name!] === value)
    );
  };
}

/** The zone in which a request wants times: its own parameter, or the calendar's. */
export function zoneIn(query: URLSearchParams, { timeZone }: Calendar): string {
  const asked = query.get('timeZone');
  if (asked !== null && !isTimeZone(asked)) throw invalid('Invalid value for timeZone.');
  return asked ?? timeZone;
}

/** events.list: of series with their exceptions, or of their instances (singleEvents). */
export function listEvents(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar, entry, grant } = placeOf(store, request, 'freeBusyReader');
  const query = request.url.searchParams;
  checkQuery(query);
  const uid = query.get('iCalUID');
  const bounds = boundsOf(query);
  const matches = filterOf(query);
  const [showDeleted, isSingle] = [flag(query, 'showDeleted'), flag(query, 'singleEvents')];
  const isAlive = (id: string | undefined) => calendar.events.get(id ?? '')?.resource.status !== 'cancelled';
  const isListed = ({ resource }: StoredEvent, isDelta: boolean) => {
    if ((uid !== null && resource.iCalUID !== uid) || !matches(resource)) return false;
    const isInstance = resource.recurringEventId !== undefined && isAlive(resource.recurringEventId);
    const isShown = isDelta || showDeleted || query.has('updatedMin') || (isInstance && !isSingle);
    if (resource.status === 'cancelled' && !isShown) return false;
    return isDelta || overlaps(resource, bounds, calendar.timeZone);
  };
  const stored = isSingle ? singleEvents(store, calendar, bounds) : [...calendar.events.values()];
  const items = stored.map((one) => ({ ...one, key: keyOf(one, query.get('orderBy'), calendar.timeZone) }));
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
    items: page.items.map((one) =>
      presentEvent(one, { email: grant.email, entry, zone: zoneIn(query, calendar), own: calendar.timeZone }),
    ),
  });
}

/** events.instances: of one series, in the order of their starts. */
export function listInstances(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar, entry, grant } = placeOf(store, request, 'freeBusyReader');
  const query = request.url.searchParams;
  const master = calendar.events.get(request.params['eventId']!);
  if (!master || master.resource.status === 'cancelled') throw notFound();
  if (!isMaster(master.resource)) throw invalid('The event is not recurring.');
  const bounds = boundsOf(query);
  const start = Number.isFinite(bounds.start) ? bounds.start : startOf(master.resource.start, calendar.timeZone)!;
  const end = Number.isFinite(bounds.end) ? bounds.end : start + 10 * yearMs;
  const original = query.get('originalStart');
  const isListed = ({ resource }: StoredEvent) =>
    (resource.status !== 'cancelled' || flag(query, 'showDeleted')) &&
    (original === null ||
      startOf(resource.originalStartTime, calendar.timeZone) === instantOf(original, calendar.timeZone));
  const found = start < end ? instancesIn(calendar, master, { start, end }) : [];
  const items = found.map((one) => ({ ...one, key: keyOf(one, 'startTime', calendar.timeZone) }));
  const sizes = { defaultSize: store.limits.pageSize, maxSize: 2500 };
  const { epoch, timeZone, summary } = calendar;
  const page = pageOf({ of: master.resource.id, epoch, latest: store.latest, items, query, ...sizes }, isListed);
  const viewing = { email: grant.email, entry, zone: zoneIn(query, calendar), own: timeZone };
  const shown = page.items.map((one) => presentEvent(one, viewing));
  const head = { kind: 'calendar#events', etag: etagOf(store.latest), summary, timeZone, accessRole: entry.accessRole };
  return json({ ...head, defaultReminders: [], ...page.tokens, items: shown });
}
