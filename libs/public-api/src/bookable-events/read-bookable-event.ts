import { endpoint } from '../shared/endpoint.js';
import { notFound, busErrors } from '../shared/errors.js';
import { bookableCall, bookableParams } from './bookable-event-fields.js';
import { bookableEventExample, bookableEventShape } from './bookable-event-shape.js';

export const readBookableEvent = endpoint({
  ...bookableCall,
  method: 'get',
  path: '/v1/bookable_events/{bookable_event_id}',
  operation: 'readBookableEvent',
  summary: 'Read a bookable event with its registrations',
  description: 'The first 100 registrations; registration.pages.next_page leads to the rest.',
  params: bookableParams,
  responses: {
    200: {
      description: 'The bookable event, with the first page of its registrations',
      schema: bookableEventShape,
      example: bookableEventExample,
    },
    404: notFound,
    ...busErrors,
  },
});
