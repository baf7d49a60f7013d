import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';
import { applicationShape } from './application-shape.js';

export const listApplications = endpoint({
  method: 'get',
  path: '/admin/v1/applications',
  operation: 'listApplications',
  summary: 'List the applications that the key manages',
  ...byAdminKey,
  responses: {
    200: { description: 'The applications', schema: z.object({ applications: z.array(applicationShape) }) },
    ...adminDenied,
  },
});
