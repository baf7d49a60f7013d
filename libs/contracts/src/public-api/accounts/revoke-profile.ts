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
  params: z.object({ profile_id: z.string() }),
  responses: { 202: { description: 'Accepted. Empty body.' }, 404: notFound, ...denied },
});
