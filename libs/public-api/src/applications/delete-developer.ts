import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound, unprocessable } from '../shared/errors.js';

export const deleteDeveloper = endpoint({
  method: 'delete',
  path: '/admin/v1/developers/{developer_id}',
  operation: 'deleteDeveloper',
  summary: 'Delete a developer that has no applications',
  ...byAdminKey,
  description:
    "Only with the deployment's admin key. Its applications have to be deleted first, as their users' data end with them.",
  params: z.object({ developer_id: z.string().describe('The developer, by its id.') }),
  responses: { 204: { description: 'Gone' }, 404: notFound, 422: unprocessable, ...adminDenied },
});
