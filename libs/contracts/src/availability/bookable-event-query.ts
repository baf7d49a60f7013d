import { z } from 'zod';
import { topic } from '@kalends/topics';
import { periodMs } from './pending-overlay.js';

const common = { client_id: z.string(), bookable_event_id: z.string() };

const eventStatus = z.enum(['confirmed', 'cancelled']);
const registrationStatus = z.enum(['pending', 'accepted', 'tentative', 'declined']);
/** What the application stores with a registration, in its order. */
const metadata = z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }));

/** `capacity` null: unlimited. */
const upsert = z.object({
  kind: z.literal('upsert'),
  ...common,
  ...periodMs.shape,
  status: eventStatus,
  capacity: z.number().int().nullable(),
});

/** `after`: the place of the last registration that was read; 0 for the first page. */
const read = z.object({ kind: z.literal('read'), ...common, after: z.number().int(), limit: z.number().int() });

/** `metadata` absent: that of the registration stays. */
const register = z.object({
  kind: z.literal('register'),
  ...common,
  registration_id: z.string(),
  status: registrationStatus,
  metadata: metadata.optional(),
});

const remove = z.object({ kind: z.literal('remove-registration'), ...common, registration_id: z.string() });

/** Which of these take place, and how many they have. */
const list = z.object({ kind: z.literal('list'), client_id: z.string(), bookable_event_ids: z.array(z.string()) });

export const bookableEventQueryBody = z.discriminatedUnion('kind', [upsert, read, register, remove, list]);
export type BookableEventQuery = z.infer<typeof bookableEventQueryBody>;

/** `registered_count`: the accepted registrations, never more than the capacity; `total_count`: all of them. */
export const bookableEvent = periodMs.extend({
  bookable_event_id: z.string(),
  status: eventStatus,
  capacity: z.number().int().nullable(),
  registered_count: z.number().int(),
  total_count: z.number().int(),
});
export type BookableEvent = z.infer<typeof bookableEvent>;

/** `next`: the place after which the next page begins; null on the last. */
const found = z.object({
  outcome: z.literal('event'),
  event: bookableEvent,
  registrations: z.array(z.object({ registration_id: z.string(), status: registrationStatus, metadata })),
  next: z.number().int().nullable(),
});

/**
 * `capacity-exceeded`: accepted, there would be more than the capacity. `cancelled`: it does not take place. `too-many`: the
 * event has as many registrations as it may have, or with `full`, the application has as many bookable events.
 */
export const bookableEventReply = z.discriminatedUnion('outcome', [
  found,
  z.object({ outcome: z.literal('events'), events: z.array(bookableEvent) }),
  z.object({ outcome: z.literal('unknown') }),
  z.object({ outcome: z.literal('capacity-exceeded'), registered_count: z.number().int() }),
  z.object({ outcome: z.literal('cancelled') }),
  z.object({ outcome: z.literal('too-many'), full: z.number().int().optional() }),
]);
export type BookableEventReply = z.infer<typeof bookableEventReply>;

/** An application's bookable events; the row of one is locked, so that its capacity is exact. */
export const bookableEventQuery = topic<BookableEventQuery, BookableEventReply>({
  name: 'gateway.query.bookable-event.v1',
  schema: bookableEventQueryBody,
  reply: bookableEventReply,
  lane: (body) => (body.kind === 'list' ? body.client_id : body.bookable_event_id),
  key: (body) => (body.kind === 'list' ? body.client_id : `${body.client_id}/${body.bookable_event_id}`),
  example: {
    kind: 'register',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    bookable_event_id: 'yoga-2026-12-01',
    registration_id: 'guest-17',
    status: 'accepted',
    metadata: [{ name: 'language', value: 'de' }],
  },
  exampleReply: { outcome: 'capacity-exceeded', registered_count: 12 },
});
