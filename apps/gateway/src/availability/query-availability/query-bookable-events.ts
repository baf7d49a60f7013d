import { bookableEventQuery, type BookableEvent } from '@kalends/contracts';
import { bookableEventsQuery } from '@kalends/public-api';
import { toIso } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import type { CallingApplication } from '../../http/api-key.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { forbidden, invalid, invalidField, validate } from '../../http/refusals.js';

/** Whether a query is about bookable events, instead of people. */
export const isAboutBookableEvents = (input: unknown): input is { bookable_events: unknown } =>
  typeof input === 'object' &&
  input !== null &&
  'bookable_events' in input &&
  input.bookable_events !== null &&
  input.bookable_events !== undefined;

/** Members that request people's time; another one that is unknown is ignored (HTTP-3). */
const ofPeople = [
  'participants',
  'required_duration',
  'query_periods',
  'available_periods',
  'query_slots',
  'start_interval',
  'buffer',
  'response_format',
  'max_results',
  'excluded_events',
  'include_member_statuses',
  'explain',
];

function refuseOthers(input: object): void {
  const given = Object.entries(input).filter(([name, value]) => ofPeople.includes(name) && value != null);
  if (given.length === 0) return;
  const description = `bookable_events are queried alone: send ${given.map(([name]) => name).join(', ')} in another query`;
  throw invalidField('bookable_events', 'invalid', description);
}

const hasPlace = ({ status, capacity, registered_count }: BookableEvent) =>
  status === 'confirmed' && (capacity === null || registered_count < capacity);

const present = ({ bookable_event_id, start, end, capacity, registered_count }: BookableEvent) => ({
  bookable_event_id,
  start: toIso(start),
  end: toIso(end),
  registration: { capacity, registered_count },
});

/**
 * Which of the requested bookable events have a place left, in the order of the request, each once (AVL-22). Throws a 422 Refusal
 * that names unknown ones, and a 403 for a user's token, and for an element token that does not name them (ELT-15).
 */
export async function queryBookableEvents(
  client: MessagingClient,
  { clientId: client_id, user, element }: CallingApplication,
  input: { bookable_events: unknown },
) {
  if (user) throw forbidden('Bookable events belong to the application: send one of its client secrets.');
  refuseOthers(input);
  const { bookable_events } = validate(bookableEventsQuery, input);
  const ids = bookable_events.map(({ bookable_event_id }) => bookable_event_id);
  const other = element && ids.find((id) => !element.bookableEventIds.includes(id));
  if (other !== undefined) throw forbidden(`The element token does not name the bookable event ${other}.`);
  const list = { kind: 'list' as const, client_id, bookable_event_ids: [...new Set(ids)] };
  const reply = await requestOrThrow(client, bookableEventQuery, list);
  if (reply.outcome !== 'events') throw new Error(`availability answered ${reply.outcome} to a list`);
  const known = new Map(reply.events.map((event) => [event.bookable_event_id, event]));
  const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [[index, id] as const]));
  if (unknown.length > 0) {
    const errorOf = (id: string) => [{ key: 'errors.not_recognized', description: `${id} is no bookable event` }];
    const entries = unknown.map(([index, id]) => [`bookable_events[${index}].bookable_event_id`, errorOf(id)]);
    throw invalid(Object.fromEntries(entries) as Parameters<typeof invalid>[0]);
  }
  const offered = list.bookable_event_ids.map((id) => known.get(id)!).filter(hasPlace);
  return { available_bookable_events: offered.map(present) };
}
