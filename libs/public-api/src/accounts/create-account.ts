import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, notFound } from '../shared/errors.js';
import { email, plainText, zone } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';

export const createAccount = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/accounts',
  operation: 'createAccount',
  summary: 'Create an account with tokens and a built-in calendar',
  ...byAdminKey,
  description:
    'For users whom the application already knows: no consent, no browser. Each call creates another account, also for an address that has one.',
  example: { email: 'ada@example.com', name: 'Ada Example', default_tzid: 'Europe/London', scope: 'read_write' },
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  body: closedObject({
    email: email('email').describe(
      'Address of the user. With the deployment’s admin key it is the verified address of the account; with the key of a developer it only names the calendar. At most 320 characters.',
    ),
    name: plainText('name', 200).optional().describe('Name of the user. At most 200 characters. Default: none.'),
    default_tzid: zone('default_tzid').optional().describe('IANA time zone of the account. Default: Etc/UTC.'),
    scope: z.string().optional().describe('Scopes or bundles of the tokens, separated by spaces. Default: all scopes.'),
  }).meta({ id: 'AccountWrite' }),
  responses: {
    201: {
      description: 'The account and its first tokens',
      schema: z.object({
        sub: z.string().describe('The id of the account.'),
        access_token: z.string().describe('For the Authorization header of calls for this user.'),
        refresh_token: z.string().describe('For further access tokens, at POST /oauth/token.'),
        expires_in: z.number().describe('Seconds for which the access token is valid: 3600.'),
        scope: z.string().describe('Granted scopes, separated by spaces; bundles are expanded.'),
        calendar_id: z.string().describe('The built-in calendar of the account.'),
      }),
      example: {
        sub: 'acc_5ba21743f408617d1269ea1e',
        access_token: 'an-access-token',
        refresh_token: 'a-refresh-token',
        expires_in: 3600,
        scope: 'read_events create_event delete_event read_free_busy',
        calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
      },
    },
    404: notFound,
    ...bodyErrors,
    ...adminDenied,
  },
});
