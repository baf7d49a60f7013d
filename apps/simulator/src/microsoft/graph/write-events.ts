import { headerOf, json, nothing, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { conflict, GraphError, invalidRequest, itemNotFound } from '../graph-error.js';
import type { EventFields, MicrosoftCalendar, StoredEvent, WrittenTime } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { calendarOf } from './authenticate.js';
import { announce, removeItem, withdraw, withStatuses } from './invitations.js';
import { withMeeting } from './meetings.js';
import { readEvent, type WrittenEvent } from './event-schema.js';
import { instantOf, itemOf, staysBetween, type Item } from './occurrences.js';
import { onlyOptions } from './odata.js';
import { preferencesOf, zoneOf } from './preferences.js';
import { etagOf, storedBody } from './present.js';
import { answerForRooms } from './rooms.js';
import { placeOf, shown } from './read-events.js';

const failure = (text: string) =>
  new GraphError(400, 'ErrorPropertyValidationFailure', `At least one property failed validation. ${text}`);

type Timed = Pick<StoredEvent, 'start' | 'end' | 'fields' | 'recurrence'>;

/** Refuses times and recurrences that Outlook cannot keep. */
function check({ start, end, fields, recurrence }: Timed): void {
  for (const { timeZone } of [start, end]) zoneOf(timeZone);
  const isAllDay = fields.isAllDay === true;
  if (isAllDay && ![start, end].every(({ dateTime }) => dateTime.endsWith('T00:00:00'))) {
    throw failure('The Event.Start and Event.End properties of an all-day event must be at midnight.');
  }
  const length = instantOf(end, isAllDay) - instantOf(start, isAllDay);
  if (length < 0 || (isAllDay && length === 0)) throw failure('Event.End must be after Event.Start.');
  if (!recurrence) return;
  const { pattern, range } = recurrence as Required<typeof recurrence>;
  const needs = {
    daily: true,
    weekly: pattern!.daysOfWeek?.length,
    absoluteMonthly: pattern!.dayOfMonth,
    relativeMonthly: pattern!.daysOfWeek?.length,
    absoluteYearly: pattern!.dayOfMonth && pattern!.month,
    relativeYearly: pattern!.daysOfWeek?.length && pattern!.month,
  };
  if (!needs[pattern!.type!]) throw failure(`Recurrence.Pattern lacks what ${pattern!.type} needs.`);
  if (range!.type === 'endDate' && (range!.endDate ?? '') < range!.startDate!)
    throw failure('Recurrence.Range.EndDate.');
  if (range!.type === 'numbered' && !range!.numberOfOccurrences) throw failure('Recurrence.Range.NumberOfOccurrences.');
  if (range!.startDate !== start.dateTime.slice(0, 10)) throw failure('Recurrence.Range.StartDate is not the start.');
}

/** The written members that are kept as they are; null removes one. */
function fieldsOf(written: WrittenEvent, before: EventFields = {}): EventFields {
  const {
    start: _s,
    end: _e,
    recurrence: _r,
    singleValueExtendedProperties: _p,
    transactionId: _t,
    ...plain
  } = written;
  const { body, location, locations } = plain;
  const fields = { ...before, ...plain } as EventFields;
  if (body) fields.body = storedBody(body)!;
  if (location !== undefined && locations === undefined) delete fields.locations;
  if (locations !== undefined && location === undefined)
    fields.location = { ...locations[0] } as EventFields['location'];
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

const propertiesOf = (written: WrittenEvent, before: Map<string, string> = new Map()) =>
  new Map([...before, ...(written.singleValueExtendedProperties ?? []).map(({ id, value }) => [id, value] as const)]);

interface Written {
  calendar: MicrosoftCalendar;
  item: Item;
}

function answer(
  store: MicrosoftStore,
  request: SimulatorRequest,
  { calendar, item, status }: Written & { status: number },
): Answer {
  return json(shown(store, request, calendar)(item), status, preferencesOf(request).headers);
}

/** Stores a new event in a calendar; nobody is notified. */
export function insertEvent(store: MicrosoftStore, calendar: MicrosoftCalendar, written: WrittenEvent): StoredEvent {
  const { start, end, recurrence, transactionId } = written;
  if (!start || !end) throw failure('Event.Start and Event.End are required.');
  const fields = withMeeting(store, calendar, { fields: fieldsOf(written), before: {} });
  const timed = { start, end, fields, ...(recurrence ? { recurrence } : {}) } as Timed;
  check(timed);
  const ids = { id: store.newId('event'), iCalUId: `040000008200E00074C5B7101A82E008${store.newId('uid')}` };
  return store.put(calendar, {
    ...timed,
    ...ids,
    cancelled: new Set(),
    extended: propertiesOf(written),
    ...(transactionId === undefined ? {} : { transactionId }),
    created: store.clock.iso(),
  });
}

/** POST …/events; a repeated transactionId answers the event that it created. */
export function createEvent(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const calendar = calendarOf(store, request, 'write');
  onlyOptions(request);
  preferencesOf(request);
  const written = readEvent(request);
  const { transactionId } = written;
  if (transactionId !== undefined) {
    for (const one of store.calendarsOf(calendar.email)) {
      const known = [...one.events.values()].find((event) => event.transactionId === transactionId);
      if (known) return answer(store, request, { calendar: one, item: itemOf(one, known), status: 201 });
    }
  }
  const stored = insertEvent(store, calendar, written);
  announce(store, calendar, { after: stored, written });
  answerForRooms(store, calendar, stored);
  return answer(store, request, { calendar, item: itemOf(calendar, calendar.events.get(stored.id)!), status: 201 });
}

function requireCurrent(request: SimulatorRequest, { event }: Item): void {
  const expected = headerOf(request, 'if-match');
  if (expected !== undefined && expected !== '*' && expected !== etagOf(event)) throw conflict();
}

const same = (one: WrittenTime, other: WrittenTime) => JSON.stringify(one) === JSON.stringify(other);

/** A series whose times or rule change loses its exceptions, and its deleted occurrences exist again. */
function resetSeries(store: MicrosoftStore, calendar: MicrosoftCalendar, master: StoredEvent): void {
  for (const { id } of store.exceptionsOf(calendar, master.id)) calendar.events.delete(id);
  master.cancelled = new Set();
}

const fieldsAfter = (store: MicrosoftStore, written: WrittenEvent, { calendar, item }: Written) =>
  withMeeting(store, calendar, { fields: fieldsOf(written, item.event.fields), before: item.event.fields });

function changeOne(store: MicrosoftStore, written: WrittenEvent, { calendar, item }: Written): StoredEvent {
  const { event } = item;
  const recurrence = written.recurrence === undefined ? event.recurrence : (written.recurrence ?? undefined);
  const { recurrence: _before, ...kept } = event;
  const next = {
    ...kept,
    start: written.start ?? event.start,
    end: written.end ?? event.end,
    fields: fieldsAfter(store, written, { calendar, item }),
    extended: propertiesOf(written, event.extended),
    ...(recurrence ? { recurrence } : {}),
  } as StoredEvent;
  check(next);
  const isMoved = written.recurrence !== undefined || !same(next.start, event.start) || !same(next.end, event.end);
  if (event.recurrence && isMoved) resetSeries(store, calendar, next);
  next.fields = withStatuses(next.fields, isMoved ? {} : event.fields);
  return store.put(calendar, next);
}

function changeOccurrence(store: MicrosoftStore, written: WrittenEvent, { calendar, item }: Written): StoredEvent {
  if (written.recurrence) throw failure('An occurrence has no recurrence.');
  const { master, date } = item.of!;
  const { recurrence: _rule, transactionId: _transaction, ...base } = item.event;
  const next = {
    ...base,
    id: item.id,
    start: written.start ?? item.start,
    end: written.end ?? item.end,
    fields: withStatuses(
      fieldsAfter(store, written, { calendar, item }),
      written.start === undefined && written.end === undefined ? item.event.fields : {},
    ),
    extended: propertiesOf(written, item.type === 'exception' ? item.event.extended : undefined),
    exception: { masterId: master.id, date },
    cancelled: new Set<string>(),
  };
  check(next);
  if (!staysBetween(store, calendar, { item, to: next.start })) {
    throw new GraphError(
      400,
      'ErrorOccurrenceCrossingBoundary',
      'Modified occurrence is crossing or overlapping adjacent occurrence.',
    );
  }
  return store.put(calendar, next);
}

/** PATCH …/events/{id}; of an occurrence it makes an exception. */
export function changeEvent(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { calendar, item } = placeOf(store, request, 'write');
  onlyOptions(request);
  preferencesOf(request);
  if (!item) throw itemNotFound();
  requireCurrent(request, item);
  const written = readEvent(request);
  if (written.transactionId !== undefined) throw failure('TransactionId can be set at creation only.');
  const change = item.of ? changeOccurrence : changeOne;
  const stored = change(store, written, { calendar, item });
  announce(store, calendar, { before: item.event, after: stored, written });
  answerForRooms(store, calendar, stored);
  return answer(store, request, { calendar, item: itemOf(calendar, calendar.events.get(stored.id)!), status: 200 });
}

/** DELETE …/events/{id}: the first repetition is an invalid request, the next ones find nothing. */
export function deleteEvent(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { calendar, item } = placeOf(store, request, 'write');
  const id = request.params['eventId']!;
  if (!item) {
    if (calendar.repeatable.delete(id)) throw invalidRequest('The item was already deleted.');
    throw itemNotFound();
  }
  requireCurrent(request, item);
  withdraw(store, calendar, { item });
  removeItem(store, calendar, item);
  return nothing();
}
