import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, readErrors } from '../shared/errors.js';
import { freeBusyCall, freeBusyExample, freeBusyPage } from './free-busy-page.js';

export const readFreeBusyNextPage = endpoint({
  ...freeBusyCall,
  path: '/v1/free_busy/pages/{cursor}',
  operation: 'readFreeBusyNextPage',
  summary: 'Read the page that pages.next_page named',
  description: 'The URL is complete as it is; it has the parameters of the first page in it.',
  params: z.object({ cursor: z.string().describe('The last part of pages.next_page, as it was given.') }),
  responses: {
    200: { description: 'A page of periods', schema: freeBusyPage, example: freeBusyExample },
    ...readErrors,
    404: notFound,
  },
});
