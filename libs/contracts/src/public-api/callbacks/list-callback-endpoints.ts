import { z } from 'zod';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';

export const callbackEndpoints = z
  .object({
    callback_endpoints: z.array(
      z.object({
        url: z.string(),
        status: z.enum(['failing', 'disabled']),
        reason: z.enum(['gone', 'failing']).nullable().meta({
          description: 'Why it is disabled: gone (it answered 410) or failing (for five days without a success)',
        }),
        failing_since: z.string().nullable(),
        disabled_at: z.string().nullable(),
        waiting: z.number().int().meta({ description: 'Callbacks that wait for it' }),
      }),
    ),
  })
  .meta({ id: 'CallbackEndpoints' });

export const listCallbackEndpoints = endpoint({
  ...callbackCall,
  method: 'get',
  path: '/v1/callback_endpoints',
  operation: 'listCallbackEndpoints',
  summary: 'The callback URLs that are failing or disabled',
  responses: { 200: { description: 'They', schema: callbackEndpoints }, ...busErrors, 404: notFound },
});

export const listCallbackEndpointsOfApplication = ofApplication(listCallbackEndpoints);
