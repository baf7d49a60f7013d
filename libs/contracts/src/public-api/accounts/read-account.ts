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
  responses: {
    200: {
      description: 'The account',
      schema: z.object({
        account: z.object({
          account_id: z.string(),
          email: z.string().nullable(),
          name: z.string().nullable(),
          default_tzid: z.string(),
          scope: z.string(),
          type: z.string(),
        }),
      }),
    },
    ...denied,
  },
});
