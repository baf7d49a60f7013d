import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, keyed, unprocessable } from '../shared/errors.js';
import { flag, plainText } from '../shared/fields.js';
import { listFields, nextAfter } from '../shared/list-fields.js';
import { accountSummaryExample, accountSummaryShape } from './account-summary-shape.js';

export const listAccountsQuery = z.object({
  query: plainText('query', 200)
    .optional()
    .describe(
      'Words, of which each must begin a word of the name, the e-mail address or the id, in any case. Default: all accounts.',
    ),
  client_id: z
    .string({ error: keyed('must_be_string', 'client_id must be a string') })
    .optional()
    .describe('Only accounts of this application. Default: of all that the key manages.'),
  failing: flag('failing').describe(
    'Whether only accounts with a profile that cannot be read, or is disconnected, are listed. Default: false.',
  ),
  provider_name: plainText('provider_name', 50)
    .optional()
    .describe(
      'Only accounts with a profile at this provider, as in its provider_name; with failing, only those whose profile there is such a one. Default: with or without profiles.',
    ),
  abandoned: flag('abandoned').describe(
    'Whether only accounts that nobody can use any more are listed: without a grant and without a connected calendar. Default: false.',
  ),
  ...listFields,
});

export type ListAccountsQuery = z.output<typeof listAccountsQuery>;

export const listAccounts = endpoint({
  method: 'get',
  path: '/admin/v1/accounts',
  operation: 'listAccounts',
  summary: 'List or search accounts, the newest first',
  ...byAdminKey,
  description: 'Of all applications that the key manages.',
  query: listAccountsQuery,
  responses: {
    200: {
      description: 'A page of accounts',
      schema: z.object({
        accounts: z.array(accountSummaryShape).describe('The newest first.'),
        next_after: nextAfter,
      }),
      example: { accounts: [accountSummaryExample], next_after: null },
    },
    422: unprocessable,
    ...adminDenied,
  },
});
