import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';

export const listDevelopers = endpoint({
  method: 'get',
  path: '/admin/v1/developers',
  operation: 'listDevelopers',
  summary: 'List the developers of this deployment',
  ...byAdminKey,
  description: "Only with the deployment's admin key. There are at most 1,000; keys are not shown.",
  responses: {
    200: {
      description: 'The developers',
      schema: z.object({
        developers: z
          .array(
            z.object({
              developer_id: z.string().describe('The id of the developer.'),
              name: z.string().describe('Name of the developer.'),
              created_at: z.string().describe('The instant at which it was created, in UTC.'),
              applications: z.number().int().describe('How many applications it has.'),
            }),
          )
          .describe('The oldest first.'),
      }),
      example: {
        developers: [
          {
            developer_id: 'dev_2MPyGxgyny6w',
            name: 'Ada Example',
            created_at: '2026-11-19T08:00:00.000Z',
            applications: 2,
          },
        ],
      },
    },
    ...adminDenied,
  },
});
