import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';
import { callbackShape, callbacksExample } from './callbacks-page.js';

const callbackWithBody = callbackShape
  .extend({ body: z.string().describe('The JSON that is sent, as text: byte for byte what the signatures cover.') })
  .meta({ id: 'CallbackWithBody' });

export const readCallback = endpoint({
  ...callbackCall,
  method: 'get',
  path: '/v1/callbacks/{callback_id}',
  operation: 'readCallback',
  summary: 'One callback, with the body that is sent',
  description:
    'For programs that forward callbacks to a machine that Kalends cannot reach, as kalends listen does. Reading it changes nothing of its delivery.',
  params: z.object({ callback_id: z.string().describe('The callback, one of GET /v1/callbacks.') }),
  responses: {
    200: {
      description: 'The callback',
      schema: callbackWithBody,
      example: {
        ...callbacksExample.callbacks[0],
        body: '{"notification":{"type":"smart_invite"},"smart_invite":{"smart_invite_id":"board-2027-01","callback_url":"https://example.com/callback","recipient":{"email":"ann@example.com","status":"accepted"},"reply":{"email":"ann@example.com","status":"accepted","counted":true}}}',
      },
    },
    ...busErrors,
    404: notFound,
  },
});
