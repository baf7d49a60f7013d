import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';

export const rotateDeveloperKey = endpoint({
  method: 'post',
  path: '/admin/v1/developers/{developer_id}/key',
  operation: 'rotateDeveloperKey',
  summary: "Replace a developer's key",
  ...byAdminKey,
  description: "Only with the deployment's admin key. The old key is refused at once.",
  params: z.object({ developer_id: z.string().describe('The developer, by its id.') }),
  responses: {
    201: {
      description: 'The key is shown only in this response',
      schema: z.object({
        developer_id: z.string().describe('The id of the developer.'),
        key: z.string().describe('The key for /admin/v1; it cannot be read again.'),
      }),
      example: { developer_id: 'dev_2MPyGxgyny6w', key: 'kdk_the-key-of-the-developer' },
    },
    404: notFound,
    ...adminDenied,
  },
});
