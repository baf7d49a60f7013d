import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed, notFound } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { calendarParams } from './calendar-params.js';
import { externalEventUid } from './external-event.js';
import { applyTo } from './instance-fields.js';

export const deleteEventBody = z
  .object({
    event_id: filled('event_id', 1024)
      .optional()
      .describe("The application's own id of the event. Needed unless event_uid is given."),
    event_uid: externalEventUid.optional(),
    apply_to: applyTo.nullish(),
  })
  .refine(({ apply_to, event_uid }) => (apply_to ?? 'series') === 'series' || event_uid !== undefined, {
    path: ['event_uid'],
    error: keyed('required', 'event_uid of the instance must be specified'),
  })
  .refine(({ event_id, event_uid }) => event_id !== undefined || event_uid !== undefined, {
    path: ['event_id'],
    error: keyed('required', 'event_id must be specified'),
  })
  .meta({ id: 'EventDelete' });

export const deleteEvent = endpoint({
  method: 'delete',
  path: '/v1/calendars/{calendar_id}/events',
  operation: 'deleteEvent',
  summary: 'Delete an event that the application created, or one of the user by event_uid',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['delete_event'],
  params: calendarParams,
  query: z.object({
    event_id: z.string().optional().describe('The same as in the body, for clients that send none.'),
    event_uid: z.string().optional().describe('The same as in the body, for clients that send none.'),
    apply_to: z.string().optional().describe('The same as in the body, for clients that send none.'),
  }),
  description:
    'The next read leaves it out; the calendar at the provider follows, with retries. With event_uid and no event_id it deletes an event that the application did not create: in a calendar with permission_level unrestricted, if its options.delete is true. With apply_to instance or following it deletes one instance of a series, named by its event_uid (with the event_id of the series, if the application created it), or this and the following ones; sent again, that is 202, too.',
  example: { event_id: 'visit-42' },
  moreExamples: {
    'one instance of a series': {
      event_id: 'stand-up',
      event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e_20261127T093000Z',
      apply_to: 'instance',
    },
    'an event of the user': { event_uid: 'evt_external_5ba21743f408617d1269ea1e' },
  },
  body: deleteEventBody,
  responses: {
    202: { description: 'Deleted for every later read, also if there was no such event. Empty body.' },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});
