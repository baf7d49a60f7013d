import { z } from 'zod';
import { unmatchedMail } from '../../invites/smart-invite-query.js';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, keyed, unprocessable } from '../shared/errors.js';

export const listUnmatchedQuery = z.object({
  before: z.coerce
    .number({ error: keyed('must_be_integer', 'before must be a whole number') })
    .int(keyed('must_be_integer', 'before must be a whole number'))
    .optional(),
});

export const listUnmatchedMail = endpoint({
  method: 'get',
  path: '/admin/v1/unmatched_mail',
  operation: 'listUnmatchedMail',
  summary: 'Mail that came in and was no reply to an invite, the newest first, fifty at a time',
  tag: 'admin',
  credential: 'admin-key',
  query: listUnmatchedQuery,
  responses: {
    200: {
      description: 'They; next_before, where there are more',
      schema: z.object({
        unmatched_mail: z.array(unmatchedMail.extend({ received_at: z.string() })),
        next_before: z.number().int().nullable(),
      }),
    },
    ...busErrors,
    422: unprocessable,
  },
});
