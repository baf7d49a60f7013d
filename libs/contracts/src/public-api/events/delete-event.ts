import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, notFound } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { calendarParams } from './calendar-params.js';

export const deleteEventBody = z
  .object({ event_id: filled('event_id', 1024).describe("The application's own id of the event.") })
  .meta({ id: 'EventDelete' });

export const deleteEvent = endpoint({
  method: 'delete',
  path: '/v1/calendars/{calendar_id}/events',
  operation: 'deleteEvent',
  summary: 'Delete an event that the application created',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['delete_event'],
  params: calendarParams,
  query: z.object({ event_id: z.string().optional().describe('The same as in the body, for clients that send none.') }),
  description: 'The next read leaves it out; the calendar at the provider follows, with retries.',
  example: { event_id: 'visit-42' },
  body: deleteEventBody,
  responses: {
    202: { description: 'Deleted for every later read, also if there was no such event. Empty body.' },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});
