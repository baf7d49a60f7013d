import { z } from 'zod';
import { endpoint, ofApplication } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { callbackCall } from './callback-call.js';

export const callbackEndpoints = z
  .object({
    callback_endpoints: z
      .array(
        z.object({
          url: z.string().describe('The callback URL, exactly as it was given.'),
          status: z
            .enum(['failing', 'disabled'])
            .describe('failing: attempts fail and continue; disabled: nothing is sent until it is enabled.'),
          reason: z.enum(['gone', 'failing']).nullable().meta({
            description: 'Why it is disabled: gone (it answered 410) or failing (for five days without a success)',
          }),
          failing_since: z
            .string()
            .nullable()
            .describe('The instant of the first failure since the last success, in UTC; null if there is none.'),
          disabled_at: z
            .string()
            .nullable()
            .describe('The instant at which it was disabled, in UTC; null if it is not.'),
          waiting: z.number().int().meta({ description: 'Callbacks that wait for it' }),
        }),
      )
      .describe('URLs that fail or are disabled; empty if all is well.'),
  })
  .meta({ id: 'CallbackEndpoints' });

export const listCallbackEndpoints = endpoint({
  ...callbackCall,
  method: 'get',
  path: '/v1/callback_endpoints',
  operation: 'listCallbackEndpoints',
  summary: 'The callback URLs that are failing or disabled',
  description: 'A URL is disabled by a 410, or after five days without a success.',
  responses: {
    200: {
      description: 'The URLs',
      schema: callbackEndpoints,
      example: {
        callback_endpoints: [
          {
            url: 'https://example.com/callback',
            status: 'disabled',
            reason: 'gone',
            failing_since: '2026-11-20T09:30:00.000Z',
            disabled_at: '2026-11-20T09:30:00.000Z',
            waiting: 3,
          },
        ],
      },
    },
    ...busErrors,
    404: notFound,
  },
});

export const listCallbackEndpointsOfApplication = ofApplication(listCallbackEndpoints);
