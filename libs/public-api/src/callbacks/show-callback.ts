import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, busErrors, notFound, unprocessable } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { callbacksExample, callbackShape } from './callbacks-page.js';

const { callbacks } = callbacksExample;

export const showCallback = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/callbacks/{callback_id}',
  operation: 'showCallback',
  summary: 'One callback, with what each attempt sent and what was answered',
  ...byAdminKey,
  description:
    'To compare an attempt that failed with one that was acknowledged. Signatures are not stored, so they are not shown. The body has what people replied: it is shown with a reason, which is an entry of the audit.',
  params: z.object({
    client_id: z.string().describe('The application, by its client_id.'),
    callback_id: z.string().describe('The callback, by its id.'),
  }),
  query: z.object({
    reason: filled('reason', 500)
      .optional()
      .describe(
        'Why the body is viewed, which the audit keeps: with it the body is shown. Default: none, and it is not. At most 500 characters.',
      ),
  }),
  responses: {
    200: {
      description: 'The callback',
      schema: z.object({
        callback: callbackShape.describe('The callback.'),
        body: z.string().nullable().describe('What every attempt sends; null without a reason.'),
        requests: z
          .array(
            z.object({
              at: z.string().describe('The instant at which the attempt began, in UTC.'),
              headers: z.array(z.string()).describe('Name and value of each header.'),
            }),
          )
          .describe('What the attempts sent, in the order of attempts.'),
      }),
      example: {
        callback: callbacks[0],
        body: '{"notification":{"type":"smart_invite"}}',
        requests: [{ at: '2026-11-20T09:30:00.000Z', headers: ['user-agent: Kalends', 'webhook-id: cbk_5f1e7c2b9a'] }],
      },
    },
    404: notFound,
    422: unprocessable,
    ...busErrors,
    ...adminDenied,
  },
});
