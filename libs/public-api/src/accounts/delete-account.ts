import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const deleteAccount = endpoint({
  method: 'delete',
  path: '/admin/v1/accounts/{sub}',
  operation: 'deleteAccount',
  summary: 'Delete an account and all of its data',
  ...byAdminKey,
  description:
    'Erased in every service, with its events, tokens and stored messages. Calendars at providers stay as they are.',
  params: z.object({ sub: z.string().describe('The account, by its id.') }),
  responses: { 204: { description: 'Gone' }, 404: notFound, ...adminDenied },
});
