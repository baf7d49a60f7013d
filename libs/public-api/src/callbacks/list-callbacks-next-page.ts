import { z } from 'zod';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { notFound } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';
import { callbacksPageAnswers } from './callbacks-page.js';

export const listCallbacksNextPage = endpoint({
  ...callbackCall,
  method: 'get',
  path: '/v1/callbacks/pages/{cursor}',
  operation: 'listCallbacksNextPage',
  summary: 'Read the page that pages.next_page named',
  description: 'The URL is complete as it is; it has the parameters of the first page in it.',
  params: z.object({ cursor: z.string().describe('The last part of pages.next_page, as it was given.') }),
  responses: { ...callbacksPageAnswers, 404: notFound },
});

export const listCallbacksNextPageOfApplication = ofApplication(listCallbacksNextPage);
