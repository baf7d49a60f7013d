import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { ownCall } from './own-call.js';
import { periodsExample, periodsPage } from './periods-page.js';

export const listPeriodsNextPage = endpoint({
  ...ownCall,
  method: 'get',
  path: '/v1/available_periods/pages/{cursor}',
  operation: 'listAvailablePeriodsNextPage',
  summary: 'Read the page that pages.next_page named',
  description: 'The URL is complete as it is; it has the parameters of the first page in it.',
  params: z.object({ cursor: z.string().describe('The last part of pages.next_page, as it was given.') }),
  responses: {
    200: { description: 'A page of periods', schema: periodsPage, example: periodsExample },
    404: notFound,
    ...busErrors,
  },
});
