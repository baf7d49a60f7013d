import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound, timedOut, unavailable, unprocessable } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { deadLetterExample, deadLetterParams, deadLetterShape } from './dead-letter-shape.js';

export const showDeadLetterQuery = z.object({
  reason: filled('reason', 500)
    .optional()
    .describe(
      'Why the content is viewed, which the audit keeps: with it the content is shown. Default: none, and it is not shown. At most 500 characters.',
    ),
});

export const showDeadLetter = endpoint({
  method: 'get',
  path: '/admin/v1/dead_letters/{service}/{dead_letter_id}',
  operation: 'showDeadLetter',
  summary: 'One dead letter, with its content if a reason is given',
  ...byAdminKey,
  description:
    'The content may have titles and addresses of people: it is shown with a reason, which is an entry of the audit before anything is shown. Passwords and tokens in it are encrypted.',
  params: deadLetterParams,
  query: showDeadLetterQuery,
  responses: {
    200: {
      description: 'The dead letter',
      schema: z.object({
        dead_letter: deadLetterShape.describe('The dead letter.'),
        content: z
          .string()
          .nullable()
          .describe('The body of the message, JSON; null without a reason, or without one.'),
        content_truncated: z.boolean().describe('Whether the body is longer than the 100,000 characters shown.'),
      }),
      example: {
        dead_letter: deadLetterExample,
        content: '{"kind":"upsert-event","account_id":"acc_5ba21743f408617d1269ea1e"}',
        content_truncated: false,
      },
    },
    404: notFound,
    422: unprocessable,
    503: unavailable,
    504: timedOut,
    ...adminDenied,
  },
});
