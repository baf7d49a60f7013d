import { z } from 'zod';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';

export const replayCallback = endpoint({
  ...callbackCall,
  method: 'post',
  path: '/v1/callbacks/{callback_id}/replay',
  operation: 'replayCallback',
  summary: 'Send a callback again under the same webhook-id',
  description:
    'With the same body, whatever its status, from the start of the schedule. A notification is sent again even if its channel is closed by now. Callbacks are stored for 30 days.',
  params: z.object({ callback_id: z.string().describe('The callback, one of GET /v1/callbacks.') }),
  responses: {
    202: { description: 'It is sent again; if its endpoint is disabled, once that is enabled. Empty body.' },
    ...busErrors,
    404: notFound,
  },
});

export const replayCallbackOfApplication = ofApplication(replayCallback);
