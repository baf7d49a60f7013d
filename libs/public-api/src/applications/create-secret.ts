import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';
import { secretExample, secretFields } from './application-shape.js';

export const createSecret = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/secrets',
  operation: 'createSecret',
  summary: 'Add a client secret; the old ones stay valid until deleted',
  ...byAdminKey,
  description:
    'To replace a secret without downtime: add one, deploy it, delete the old one. Callbacks are signed with all of them.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  responses: {
    201: {
      description: 'The secret is shown only in this response',
      schema: z.object(secretFields),
      example: secretExample,
    },
    404: notFound,
    ...adminDenied,
  },
});
