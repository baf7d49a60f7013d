import { z } from 'zod';
import { callbackStatus } from '@kalends/contracts';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { keyed, notFound, unprocessable } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';
import { callbacksPageAnswers } from './callbacks-page.js';

export const callbackFilter = {
  smart_invite_id: z
    .string({ error: keyed('must_be_string', 'smart_invite_id must be a string') })
    .optional()
    .describe('Only callbacks of this invite. Default: all.'),
  status: z
    .enum(callbackStatus.options, {
      error: keyed('not_recognized', `status must be one of ${callbackStatus.options.join(', ')}`),
    })
    .optional()
    .describe('Only callbacks with this status. Default: all.'),
  url: z
    .string({ error: keyed('must_be_string', 'url must be a string') })
    .max(2_048, keyed('too_long', 'url may have at most 2048 characters'))
    .optional()
    .describe('Only callbacks to this URL, exactly as it was given. At most 2048 characters. Default: all.'),
};

export const listCallbacksQuery = z.object(callbackFilter);

export type ListCallbacksQuery = z.output<typeof listCallbacksQuery>;

export const listCallbacks = endpoint({
  ...callbackCall,
  method: 'get',
  path: '/v1/callbacks',
  operation: 'listCallbacks',
  summary: 'The status of callbacks, newest first, thirty per page',
  description:
    'For finding out what was sent, when, and what the receiver answered. Follow pages.next_page until it is absent.',
  query: listCallbacksQuery,
  responses: { ...callbacksPageAnswers, 404: notFound, 422: unprocessable },
});

export const listCallbacksOfApplication = ofApplication(listCallbacks);
