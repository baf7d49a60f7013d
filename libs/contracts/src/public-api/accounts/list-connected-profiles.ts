import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';
import { connectedProfileShape } from './connected-profile-shape.js';

export const listConnectedProfiles = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}/profiles',
  operation: 'listConnectedProfiles',
  summary: 'The connected profiles of an account, for operators who investigate a missing event',
  ...byAdminKey,
  params: z.object({ sub: z.string() }),
  responses: {
    200: { description: 'The profiles', schema: z.object({ profiles: z.array(connectedProfileShape) }) },
    404: notFound,
    ...adminDenied,
  },
});
