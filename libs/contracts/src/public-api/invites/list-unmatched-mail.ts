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
  summary: 'Received mail that was not a reply to an invite, newest first, fifty per page',
  tag: 'admin',
  credential: 'admin-key',
  query: listUnmatchedQuery,
  responses: {
    200: {
      description: 'The mails; next_before, if there are more',
      schema: z.object({
        unmatched_mail: z.array(unmatchedMail.extend({ received_at: z.string() })),
        next_before: z.number().int().nullable(),
      }),
    },
    ...busErrors,
    422: unprocessable,
  },
});
