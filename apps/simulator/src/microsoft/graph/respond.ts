import { z } from 'zod';
import type { Answer, SimulatorRequest } from '../../http/routing.js';
import { GraphError, itemNotFound } from '../graph-error.js';
import type { MicrosoftCalendar, StoredEvent } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { readBody } from './event-schema.js';
import { mail, removeItem, withdraw } from './invitations.js';
import { onlyOptions } from './odata.js';
import type { Item } from './occurrences.js';
import { placeOf } from './read-events.js';

type Response = 'accepted' | 'tentativelyAccepted' | 'declined';

const comment = z.string().max(4000).optional();
const answered = z.strictObject({ comment, sendResponse: z.boolean().optional() });
const cancelled = z.strictObject({ comment });
const read = <Value>(request: SimulatorRequest, schema: z.ZodType<Value>): Value =>
  readBody(request.body === '' ? { ...request, body: '{}' } : request, schema);

const refused = (message: string) => new GraphError(400, 'ErrorInvalidRequest', message);
const accepted = (): Answer => ({ status: 202 });

/** Enters an answer at the organizer's event, of all attendees with the address. */
function tell(store: MicrosoftStore, copy: StoredEvent, { email, response }: { email: string; response: Response }) {
  const organizer = copy.invitation!.organizer.address;
  for (const calendar of store.calendarsOf(organizer)) {
    const isSource = (one: StoredEvent) =>
      one.iCalUId === copy.iCalUId && !one.invitation && one.exception?.date === copy.exception?.date;
    const source = [...calendar.events.values()].find(isSource);
    if (!source) continue;
    const status = { response, time: store.clock.iso() };
    const attendees = (source.fields.attendees ?? []).map((one) =>
      one.emailAddress?.address?.toLowerCase() === email.toLowerCase() ? { ...one, status } : one,
    );
    store.put(calendar, { ...source, fields: { ...source.fields, attendees } });
  }
}

interface Answering {
  calendar: MicrosoftCalendar;
  item: Item;
  response: Response;
}

/** The copy with an answer; of an occurrence, an exception. */
function enter(store: MicrosoftStore, { calendar, item, response }: Answering): StoredEvent {
  const { event, of, id, start, end } = item;
  const invitation = { ...event.invitation!, response, time: store.clock.iso() };
  const showAs = response === 'accepted' ? ('busy' as const) : ('tentative' as const);
  const { recurrence, ...rest } = event;
  const place = of
    ? { id, start, end, cancelled: new Set<string>(), exception: { masterId: of.master.id, date: of.date } }
    : recurrence
      ? { recurrence }
      : {};
  const next = { ...rest, ...place, invitation, fields: { ...event.fields, showAs } };
  if (response !== 'declined') return store.put(calendar, next);
  removeItem(store, calendar, item);
  return { ...next, changed: event.changed };
}

/** Answers an invitation; notifies the organizer unless that is not wanted. */
export function respond(
  store: MicrosoftStore,
  answering: Answering,
  { sendResponse = true, comment: said }: z.infer<typeof answered> = {},
): void {
  const { calendar, response } = answering;
  const copy = enter(store, answering);
  if (!sendResponse) return;
  const { email } = calendar;
  tell(store, copy, { email, response });
  const to = [copy.invitation!.organizer.address];
  mail(store, copy, { from: email, to, why: 'response', ...(said === undefined ? {} : { comment: said }) });
}

/** POST …/accept, /tentativelyAccept, /decline: 202; declining removes the copy; the organizer is notified on request. */
export const respondWith =
  (response: Response) =>
  (store: MicrosoftStore, request: SimulatorRequest): Answer => {
    const { calendar, item } = placeOf(store, request, 'write');
    onlyOptions(request);
    if (!item) throw itemNotFound();
    const how = read(request, answered);
    if (!item.event.invitation) {
      throw refused('You cannot respond to this meeting because you are the meeting organizer.');
    }
    if (item.event.fields.isCancelled) throw refused('Your request cannot be completed. The meeting was canceled.');
    respond(store, { calendar, item, response }, how);
    return accepted();
  };

/** POST …/cancel: by the organizer only. */
export function cancelEvent(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { calendar, item } = placeOf(store, request, 'write');
  onlyOptions(request);
  if (!item) throw itemNotFound();
  const { comment: said } = read(request, cancelled);
  if (item.event.invitation) throw refused('You need to be an organizer to cancel a meeting.');
  withdraw(store, calendar, { item, ...(said === undefined ? {} : { comment: said }) });
  removeItem(store, calendar, item);
  return accepted();
}
