import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, notFound } from '../shared/errors.js';

export const deleteSecret = endpoint({
  method: 'delete',
  path: '/admin/v1/applications/{client_id}/secrets/{secret_id}',
  operation: 'deleteSecret',
  summary: 'Delete a client secret; the last one cannot be deleted',
  ...byAdminKey,
  description: 'Calls with it are refused from then on, and callbacks are no longer signed with it.',
  params: z.object({
    client_id: z.string().describe('The application, by its client_id.'),
    secret_id: z.string().describe('The secret, by its id.'),
  }),
  responses: { 204: { description: 'Deleted. Empty body.' }, 404: notFound, 422: bodyErrors[422], ...adminDenied },
});
