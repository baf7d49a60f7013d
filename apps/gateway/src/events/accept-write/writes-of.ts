import {
  deleteEventBody,
  editExternalEventBody,
  upsertEventBody,
  editInstanceBody,
  type EditExternalEventBody,
  type EditInstanceBody,
  type UpsertEventBody,
} from '@kalends/public-api';
import { validate } from '../../http/refusals.js';
import { seriesUid } from '../series-uid.js';
import type { Write, WriteTarget } from './write.js';
import { decideDelete } from './decide-delete.js';
import { decideEdit, decideExternalDelete } from './decide-external.js';
import { decideFollowingDelete, followingWrites } from './decide-following.js';
import { decideInstance, decideInstanceDelete } from './decide-instance.js';
import { decideUpsert } from './decide-upsert.js';
import { targetOfInstance, type InstanceName } from './named-instance.js';

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

/** Whether a body is about one instance, or about that and the following ones. */
function isOfInstance(input: unknown): boolean {
  const { apply_to } = (input ?? {}) as { apply_to?: unknown };
  return (apply_to ?? 'series') !== 'series';
}

function instanceWrites(body: EditInstanceBody, place: Place): Write[] {
  if (body.apply_to === 'following') return followingWrites(body, place);
  return [{ target: targetOfInstance(body, place), decide: decideInstance(body, place.now), isSeries: true }];
}

function instanceDeletion(name: InstanceName, applyTo: EditInstanceBody['apply_to'], place: Place): Write {
  const decided = applyTo === 'following' ? decideFollowingDelete : decideInstanceDelete;
  return { target: targetOfInstance(name, place), decide: decided(name, place.now), isSeries: true };
}

/** The upsert, edit of an external event, or change of instances, of a request's body: all or none of the writes. Throws a 422. */
export function upsertIn(input: unknown, place: Place): Write[] {
  if (isOfInstance(input)) return instanceWrites(validate(editInstanceBody, input), place);
  if (isByUid(input)) return [editOf(validate(editExternalEventBody, input), place)];
  return [upsertOf(validate(upsertEventBody, input), place)];
}

/** The deletion of a request's body. Throws a 422. */
export function deletionIn(input: unknown, place: Place): Write {
  const { event_id, event_uid, apply_to } = validate(deleteEventBody, input);
  if (apply_to && apply_to !== 'series') return instanceDeletion({ event_id, event_uid: event_uid! }, apply_to, place);
  return event_id === undefined ? externalDeletionOf(event_uid!, place) : deletionOf(event_id, place);
}
