import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied, notFound } from '../shared/errors.js';

export const revokeProfile = endpoint({
  method: 'post',
  path: '/v1/profiles/{profile_id}/revoke',
  operation: 'revokeProfile',
  summary: 'Disconnect a profile: its credentials are deleted, its events stay as last seen',
  tag: 'identity',
  credential: 'access-token',
  elements: ['account_management'],
  description: 'Also at the provider, where it offers that. Further profiles of the account stay connected.',
  params: z.object({ profile_id: z.string().describe('The profile, by its id.') }),
  responses: { 202: { description: 'Accepted. Empty body.' }, 404: notFound, ...denied },
});
