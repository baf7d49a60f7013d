import { z } from 'zod';
import { unmatchedMail } from '@kalends/contracts';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, keyed, unprocessable } from '../shared/errors.js';

export const listUnmatchedQuery = z.object({
  before: z.coerce
    .number({ error: keyed('must_be_integer', 'before must be a whole number') })
    .int(keyed('must_be_integer', 'before must be a whole number'))
    .optional()
    .describe('next_before of the previous page. Default: the newest mails.'),
});

export const listUnmatchedMail = endpoint({
  method: 'get',
  path: '/admin/v1/unmatched_mail',
  operation: 'listUnmatchedMail',
  summary: 'Received mail that was not a reply to an invite, newest first, fifty per page',
  tag: 'admin',
  credential: 'admin-key',
  description:
    "Only with the deployment's admin key, for operators who search for a missing reply. The mails themselves are not shown.",
  query: listUnmatchedQuery,
  responses: {
    200: {
      description: 'The mails; next_before, if there are more',
      schema: z.object({
        unmatched_mail: z
          .array(unmatchedMail.extend({ received_at: z.string().describe('The instant at which it arrived, in UTC.') }))
          .describe('The newest first.'),
        next_before: z.number().int().nullable().describe('The before of the next page; null on the last.'),
      }),
      example: {
        unmatched_mail: [
          {
            unmatched_id: 7,
            received_at: '2026-11-19T08:00:00Z',
            reason: 'unknown-invite',
            from: 'ann@example.com',
            message_id: '<1@example.com>',
            client_id: null,
            smart_invite_id: null,
            bytes: 1824,
          },
        ],
        next_before: null,
      },
    },
    ...busErrors,
    422: unprocessable,
  },
});
