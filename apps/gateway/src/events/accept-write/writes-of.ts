import {
  deleteEventBody,
  editExternalEventBody,
  upsertEventBody,
  type EditExternalEventBody,
  type UpsertEventBody,
} from '@kalends/public-api';
import { validate } from '../../http/refusals.js';
import { seriesUid } from '../series-uid.js';
import type { Write, WriteTarget } from './write.js';
import { decideDelete } from './decide-delete.js';
import { decideEdit, decideExternalDelete } from './decide-external.js';
import { decideUpsert } from './decide-upsert.js';

type Place = Omit<WriteTarget, 'event'>;

/** The write that a valid body requests. */
export function upsertOf(body: UpsertEventBody, place: Place): Write {
  const target = { ...place, event: { eventId: body.event_id } };
  return { target, decide: decideUpsert(body, place.accountId, place.now), isSeries: Boolean(body.recurrence) };
}

export const deletionOf = (eventId: string, place: Place): Write => ({
  target: { ...place, event: { eventId } },
  decide: decideDelete,
});

/** The event of an event_uid; that of an instance names its series. */
function externalOf(eventUid: string, place: Place) {
  const event = { eventUid: seriesUid(eventUid) };
  return { target: { ...place, event }, named: { isInstance: event.eventUid !== eventUid } };
}

function editOf(body: EditExternalEventBody, place: Place): Write {
  const { target, named } = externalOf(body.event_uid, place);
  return { target, decide: decideEdit(body, named, place.now) };
}

function externalDeletionOf(eventUid: string, place: Place): Write {
  const { target, named } = externalOf(eventUid, place);
  return { target, decide: decideExternalDelete(named) };
}

/** Whether only the event_uid is given: an event_id goes before it (EVT-28). */
function isByUid(input: unknown): boolean {
  const { event_id, event_uid } = (input ?? {}) as { event_id?: unknown; event_uid?: unknown };
  return (event_id ?? null) === null && (event_uid ?? null) !== null;
}

/** The upsert, or edit of an external event, of a request's body. Throws a 422. */
export const upsertIn = (input: unknown, place: Place): Write =>
  isByUid(input)
    ? editOf(validate(editExternalEventBody, input), place)
    : upsertOf(validate(upsertEventBody, input), place);

/** The deletion of a request's body. Throws a 422. */
export function deletionIn(input: unknown, place: Place): Write {
  const { event_id, event_uid } = validate(deleteEventBody, input);
  return event_id === undefined ? externalDeletionOf(event_uid!, place) : deletionOf(event_id, place);
}
