import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';
import { connectedProfileExample, connectedProfileShape } from './connected-profile-shape.js';

export const listConnectedProfiles = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'listConnectedProfiles',
  summary: 'The connected profiles of an account, for operators who investigate a missing event',
  ...byAdminKey,
  description: 'Each with the state of its first sync, and with the error if the provider cannot be read.',
  params: z.object({ sub: z.string().describe('The account, by its id.') }),
  responses: {
    200: {
      description: 'The profiles',
      schema: z.object({ profiles: z.array(connectedProfileShape).describe('Profiles of the account.') }),
      example: { profiles: [connectedProfileExample] },
    },
    404: notFound,
    ...adminDenied,
  },
});
