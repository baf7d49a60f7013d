import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, notFound } from '../shared/errors.js';
import { email, plainText, zone } from '../shared/fields.js';

export const createAccount = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/accounts',
  operation: 'createAccount',
  summary: 'Create an account with tokens and a built-in calendar',
  ...byAdminKey,
  params: z.object({ client_id: z.string() }),
  body: z
    .object({
      email: email('email'),
      name: plainText('name', 200).optional(),
      default_tzid: zone('default_tzid').optional(),
      scope: z.string().optional(),
    })
    .meta({ id: 'AccountWrite' }),
  responses: {
    201: {
      description: 'The account and its first tokens',
      schema: z.object({
        sub: z.string(),
        access_token: z.string(),
        refresh_token: z.string(),
        expires_in: z.number(),
        scope: z.string(),
        calendar_id: z.string(),
      }),
    },
    404: notFound,
    ...bodyErrors,
    ...adminDenied,
  },
});
