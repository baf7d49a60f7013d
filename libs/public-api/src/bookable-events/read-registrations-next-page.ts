import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, busErrors } from '../shared/errors.js';
import { bookableCall, bookableParams } from './bookable-event-fields.js';
import { bookableEventExample, bookableEventShape } from './bookable-event-shape.js';

export const readRegistrationsNextPage = endpoint({
  ...bookableCall,
  method: 'get',
  path: '/v1/bookable_events/{bookable_event_id}/registrations/pages/{cursor}',
  operation: 'readRegistrationsNextPage',
  summary: 'Read the page of registrations that pages.next_page named',
  description: 'The bookable event as it is now, with the next registrations. The URL is complete as it is.',
  params: bookableParams.extend({ cursor: z.string().describe('The last part of pages.next_page, as it was given.') }),
  responses: {
    200: {
      description: 'The bookable event, with a page of its registrations',
      schema: bookableEventShape,
      example: bookableEventExample,
    },
    404: notFound,
    ...busErrors,
  },
});
