import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { ownCall } from './own-call.js';
import { periodsPage } from './periods-page.js';

export const listPeriodsNextPage = endpoint({
  ...ownCall,
  method: 'get',
  path: '/v1/available_periods/pages/{cursor}',
  operation: 'listAvailablePeriodsNextPage',
  summary: 'Read the page that pages.next_page named',
  params: z.object({ cursor: z.string() }),
  responses: { 200: { description: 'A page of periods', schema: periodsPage }, 404: notFound, ...busErrors },
});
