import { z } from 'zod';
import { callbackStatus } from '../../notifier/callback-query.js';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { keyed, notFound, unprocessable } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';
import { callbacksPageAnswers } from './callbacks-page.js';

export const listCallbacksQuery = z.object({
  smart_invite_id: z.string({ error: keyed('must_be_string', 'smart_invite_id must be a string') }).optional(),
  status: z
    .enum(callbackStatus.options, {
      error: keyed('not_recognized', `status must be one of ${callbackStatus.options.join(', ')}`),
    })
    .optional(),
});

export type ListCallbacksQuery = z.output<typeof listCallbacksQuery>;

export const listCallbacks = endpoint({
  ...callbackCall,
  method: 'get',
  path: '/v1/callbacks',
  operation: 'listCallbacks',
  summary: 'The status of callbacks, newest first, thirty per page',
  query: listCallbacksQuery,
  responses: { ...callbacksPageAnswers, 404: notFound, 422: unprocessable },
});

export const listCallbacksOfApplication = ofApplication(listCallbacks);
