import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, readErrors } from '../shared/errors.js';
import { eventsExample, eventsPage } from './events-page.js';

export const readEventsNextPage = endpoint({
  method: 'get',
  path: '/v1/events/pages/{cursor}',
  operation: 'readEventsNextPage',
  summary: 'Read the page that pages.next_page named',
  tag: 'events',
  description: 'The URL is complete as it is; it has the parameters of the first page in it.',
  credential: 'access-token',
  anyScope: ['read_events'],
  elements: ['agenda'],
  params: z.object({ cursor: z.string().describe('The last part of pages.next_page, as it was given.') }),
  responses: {
    200: { description: 'A page of events', schema: eventsPage, example: eventsExample },
    ...readErrors,
    404: notFound,
  },
});
