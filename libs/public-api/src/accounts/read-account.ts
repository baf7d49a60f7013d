import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';

export const readAccount = endpoint({
  method: 'get',
  path: '/v1/account',
  operation: 'readAccount',
  summary: 'The account of the access token',
  tag: 'identity',
  credential: 'access-token',
  description: 'Who the user is, without profiles and calendars. An application calendar has no user: 403.',
  responses: {
    200: {
      description: 'The account',
      schema: z.object({
        account: z
          .object({
            account_id: z.string().describe('The id of the account.'),
            email: z
              .string()
              .nullable()
              .describe('An address that a provider or an administrator vouches for; null if there is none.'),
            name: z.string().nullable().describe('Name of the user; null if it is not known.'),
            default_tzid: z.string().describe('IANA time zone of the account.'),
            scope: z.string().describe('Scopes of the access token, separated by spaces.'),
            type: z.string().describe('Always account.'),
          })
          .describe('The account.'),
      }),
      example: {
        account: {
          account_id: 'acc_5ba21743f408617d1269ea1e',
          email: 'ada@example.com',
          name: 'Ada Example',
          default_tzid: 'Europe/London',
          scope: 'read_events create_event delete_event',
          type: 'account',
        },
      },
    },
    ...denied,
  },
});
