import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const endGrant = endpoint({
  method: 'delete',
  path: '/admin/v1/accounts/{sub}/grants/{grant_id}',
  operation: 'endGrant',
  summary: 'Revoke one grant of an account, with all of its tokens',
  ...byAdminKey,
  description:
    "As when the user revokes it: requests with its tokens are refused at once. With the last grant the application's access ends, and the profiles of the account are disconnected.",
  params: z.object({
    sub: z.string().describe('The account, by its id.'),
    grant_id: z.string().describe('The grant, by its id.'),
  }),
  responses: { 204: { description: 'Revoked' }, 404: notFound, ...adminDenied },
});
