import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';

export const createLinkToken = endpoint({
  method: 'post',
  path: '/v1/link_tokens',
  operation: 'createLinkToken',
  summary: 'A token that makes the next authorization add a profile to this account; valid for 5 minutes',
  tag: 'identity',
  credential: 'access-token',
  description: 'Without it, the authorization adds to the account that the browser connected before, if there is one.',
  responses: {
    200: {
      description: 'The token',
      schema: z.object({ link_token: z.string().describe('The link_token of /oauth/authorize.') }),
      example: { link_token: 'a-link-token' },
    },
    ...denied,
  },
});
