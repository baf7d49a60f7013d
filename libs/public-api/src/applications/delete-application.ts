import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const deleteApplication = endpoint({
  method: 'delete',
  path: '/admin/v1/applications/{client_id}',
  operation: 'deleteApplication',
  summary: 'Delete an application with its accounts and all of their data',
  ...byAdminKey,
  description:
    'Erased in every service, with tokens, invites, callbacks and stored messages. Calendars at providers stay as they are.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  responses: { 204: { description: 'Gone' }, 404: notFound, ...adminDenied },
});
