import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const disconnectProfile = endpoint({
  method: 'post',
  path: '/admin/v1/accounts/{sub}/profiles/{profile_id}/revoke',
  operation: 'disconnectProfile',
  summary: 'Disconnect one profile of an account',
  ...byAdminKey,
  description: 'As when the user disconnects it: its calendars are no longer read. The user can connect it again.',
  params: z.object({
    sub: z.string().describe('The account, by its id.'),
    profile_id: z.string().describe('The profile, by its id.'),
  }),
  responses: { 202: { description: 'It is being disconnected' }, 404: notFound, ...adminDenied },
});
