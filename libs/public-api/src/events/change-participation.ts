import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed, notFound } from '../shared/errors.js';
import { calendarParams } from './calendar-params.js';

export const changeParticipationBody = z
  .object({
    status: z
      .enum(['accepted', 'tentative', 'declined'], {
        error: keyed('not_recognized', 'status must be accepted, tentative or declined'),
      })
      .describe('The answer to the invitation.'),
  })
  .meta({ id: 'ParticipationWrite' });

export const changeParticipation = endpoint({
  method: 'post',
  path: '/v1/calendars/{calendar_id}/events/{event_uid}/participation_status',
  operation: 'changeParticipation',
  summary: "Answer an invitation in the user's name; for a series, as a whole",
  tag: 'events',
  credential: 'access-token',
  anyScope: ['change_participation_status'],
  params: calendarParams.extend({
    event_uid: z.string().describe('The event_uid of the event; in a series, of any of its instances.'),
  }),
  description: 'The provider of the calendar notifies the organizer.',
  example: { status: 'accepted' },
  body: changeParticipationBody,
  responses: {
    202: { description: 'Stored, and visible to the next read; the provider follows. Empty body.' },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});
