import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, readErrors } from '../shared/errors.js';
import { freeBusyCall, freeBusyPage } from './free-busy-page.js';

export const readFreeBusyNextPage = endpoint({
  ...freeBusyCall,
  path: '/v1/free_busy/pages/{cursor}',
  operation: 'readFreeBusyNextPage',
  summary: 'Read the page that pages.next_page named',
  params: z.object({ cursor: z.string() }),
  responses: { 200: { description: 'A page of periods', schema: freeBusyPage }, ...readErrors, 404: notFound },
});
