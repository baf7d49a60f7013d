import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';
import { applicationExample, applicationShape } from './application-shape.js';

export const listApplications = endpoint({
  method: 'get',
  path: '/admin/v1/applications',
  operation: 'listApplications',
  summary: 'List the applications that the key manages',
  ...byAdminKey,
  description: "The deployment's admin key lists all, the oldest first. Secrets are not shown.",
  responses: {
    200: {
      description: 'The applications',
      schema: z.object({ applications: z.array(applicationShape).describe('The oldest first.') }),
      example: { applications: [applicationExample] },
    },
    ...adminDenied,
  },
});
