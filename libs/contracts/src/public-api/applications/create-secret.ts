import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const createSecret = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/secrets',
  operation: 'createSecret',
  summary: 'Add a client secret; the old ones stay valid until deleted',
  ...byAdminKey,
  params: z.object({ client_id: z.string() }),
  responses: {
    201: {
      description: 'The secret is shown only in this response',
      schema: z.object({ secret_id: z.string(), client_secret: z.string() }),
    },
    404: notFound,
    ...adminDenied,
  },
});
