import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, busErrors } from '../shared/errors.js';
import { bookableCall, bookableParams } from './bookable-event-fields.js';

export const deleteRegistration = endpoint({
  ...bookableCall,
  method: 'delete',
  path: '/v1/bookable_events/{bookable_event_id}/registrations/{registration_id}',
  operation: 'deleteRegistration',
  summary: 'Remove a registration',
  description:
    'Its place is free at once. One that does not exist counts as removed, so that the call can be repeated.',
  params: bookableParams.extend({
    registration_id: z.string().describe("The application's own id of the registration, as it was written."),
  }),
  responses: { 202: { description: 'Removed. Empty body.' }, 404: notFound, ...busErrors },
});
