import { instantMs } from '@kalends/icalendar';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, busErrors } from '../shared/errors.js';
import { instant } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { bookableCall, bookableId } from './bookable-event-fields.js';
import { bookableEventExample, bookableEventShape } from './bookable-event-shape.js';

const capacity = keyed('invalid', 'capacity must be a whole number from 1 to 256');

export const upsertBookableEventBody = z
  .object({
    bookable_event_id: bookableId('bookable_event_id').describe(
      "The application's own id of the bookable event. From 1 to 128 letters, digits, _ or -.",
    ),
    start: instant('start').describe('First instant, with Z or an offset.'),
    end: instant('end').describe('Instant at which it has ended, after start, with Z or an offset.'),
    status: z
      .enum(['confirmed', 'cancelled'], { error: keyed('not_recognized', 'status must be confirmed or cancelled') })
      .nullish()
      .describe('A cancelled one takes no new registrations and is not offered. Default: confirmed.'),
    registration: closedObject({
      capacity: z
        .int({ error: capacity })
        .min(1, capacity)
        .max(256, capacity)
        .nullish()
        .describe('Maximum number of accepted registrations, from 1 to 256. Default: no limit.'),
    })
      .nullish()
      .describe('Limits of the registrations; those are made one by one, with calls of their own.'),
  })
  .superRefine(({ start, end }, context) => {
    const [from, to] = [instantMs(start), instantMs(end)];
    if (from === null || to === null || from < to) return;
    context.addIssue({ code: 'custom', path: ['end'], message: keyed('invalid_time_pair', 'end must be after start') });
  })
  .meta({ id: 'BookableEventWrite' });

export const upsertBookableEvent = endpoint({
  ...bookableCall,
  method: 'post',
  path: '/v1/bookable_events',
  operation: 'upsertBookableEvent',
  summary: 'Create or replace an event for which people can be registered',
  description:
    'An event of the application itself: it is in no calendar and makes nobody busy. One with the same id is replaced, and its registrations stay; a capacity below the accepted ones is 422 errors.capacity_exceeded.',
  example: {
    bookable_event_id: 'yoga-2026-12-01',
    start: '2026-12-01T17:00:00Z',
    end: '2026-12-01T18:30:00Z',
    status: 'confirmed',
    registration: { capacity: 12 },
  },
  body: upsertBookableEventBody,
  responses: {
    200: {
      description: 'The bookable event, with the first page of its registrations',
      schema: bookableEventShape,
      example: bookableEventExample,
    },
    ...bodyErrors,
    ...busErrors,
  },
});
