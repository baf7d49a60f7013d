import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors } from '../shared/errors.js';
import { filled } from '../shared/fields.js';

export const createDeveloper = endpoint({
  method: 'post',
  path: '/admin/v1/developers',
  operation: 'createDeveloper',
  summary: 'Create a developer account, whose key manages only its own applications',
  ...byAdminKey,
  body: z.object({ name: filled('name', 200) }).meta({ id: 'DeveloperWrite' }),
  responses: {
    201: {
      description: 'The key is shown only in this response',
      schema: z.object({ developer_id: z.string(), name: z.string(), key: z.string() }),
    },
    ...bodyErrors,
    ...adminDenied,
  },
});
