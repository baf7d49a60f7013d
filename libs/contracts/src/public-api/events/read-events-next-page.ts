import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, readErrors } from '../shared/errors.js';
import { eventsPage } from './events-page.js';

export const readEventsNextPage = endpoint({
  method: 'get',
  path: '/v1/events/pages/{cursor}',
  operation: 'readEventsNextPage',
  summary: 'Read the page that pages.next_page named',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_events'],
  params: z.object({ cursor: z.string() }),
  responses: { 200: { description: 'A page of events', schema: eventsPage }, ...readErrors, 404: notFound },
});
