import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed, notFound } from '../shared/errors.js';

export const changeParticipationBody = z
  .object({
    status: z.enum(['accepted', 'tentative', 'declined'], {
      error: keyed('not_recognized', 'status must be accepted, tentative or declined'),
    }),
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
  params: z.object({ calendar_id: z.string(), event_uid: z.string() }),
  body: changeParticipationBody,
  responses: {
    202: { description: 'Stored, and visible to the next read; the provider follows. Empty body.' },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});
