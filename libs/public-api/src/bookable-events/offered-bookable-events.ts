import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { closedObject } from '../shared/unsupported.js';
import { bookableId } from './bookable-event-fields.js';

/** An availability query about bookable events, which is about nothing else. */
export const bookableEventsQuery = z
  .object({
    bookable_events: z
      .array(
        closedObject({
          bookable_event_id: bookableId('bookable_event_id').describe(
            "The application's own id of the bookable event.",
          ),
        }),
        { error: keyed('must_be_list', 'bookable_events must be a list of {bookable_event_id}') },
      )
      .min(1, keyed('required', 'bookable_events must not be empty'))
      .max(100, keyed('too_many', 'bookable_events may have at most 100 entries'))
      .describe('Which of these can still be booked; no other member is given. From 1 to 100.'),
  })
  .meta({ id: 'BookableEventsQuery' });

export const availableBookableEvents = z
  .array(
    z.object({
      bookable_event_id: z.string().describe("The application's own id of the bookable event."),
      start: z.string().describe('First instant, in UTC.'),
      end: z.string().describe('Instant at which it has ended, in UTC.'),
      registration: z
        .object({
          capacity: z
            .number()
            .nullable()
            .describe('Maximum number of accepted registrations; null if there is no limit.'),
          registered_count: z.number().describe('Number of accepted registrations.'),
        })
        .describe('How many are registered.'),
    }),
  )
  .optional()
  .describe(
    'Of the requested bookable events those that take place and have a place left, in the order of the request; only with bookable_events.',
  );
