import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';

export const createDeveloper = endpoint({
  method: 'post',
  path: '/admin/v1/developers',
  operation: 'createDeveloper',
  summary: 'Create a developer account, whose key manages only its own applications',
  ...byAdminKey,
  description: "Only with the deployment's admin key.",
  example: { name: 'Ada Example' },
  body: closedObject({ name: filled('name', 200).describe('Name of the developer. At most 200 characters.') }).meta({
    id: 'DeveloperWrite',
  }),
  responses: {
    201: {
      description: 'The key is shown only in this response',
      schema: z.object({
        developer_id: z.string().describe('The id of the developer.'),
        name: z.string().describe('Name of the developer.'),
        key: z.string().describe('The key for /admin/v1; it cannot be read again.'),
      }),
      example: { developer_id: 'dev_2MPyGxgyny6w', name: 'Ada Example', key: 'kdk_the-key-of-the-developer' },
    },
    ...bodyErrors,
    ...adminDenied,
  },
});
