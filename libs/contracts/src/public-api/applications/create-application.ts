import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { clientType, rateLimit, redirectUri } from './application-fields.js';
import { applicationShape } from './application-shape.js';

export const createApplication = endpoint({
  method: 'post',
  path: '/admin/v1/applications',
  operation: 'createApplication',
  summary: 'Create an application',
  ...byAdminKey,
  body: z
    .object({
      name: filled('name', 200),
      redirect_uris: z.array(redirectUri).max(50),
      plan: z.enum(['starter', 'emerging']).default('emerging'),
      client_type: clientType.default('confidential'),
      hide_managed_events: z.boolean().default(false),
      rate_limit_per_second: rateLimit.default(null),
      rate_limit_per_minute: rateLimit.default(null),
    })
    .meta({ id: 'ApplicationWrite' }),
  responses: {
    201: {
      description: 'The secret is shown only in this response',
      schema: applicationShape.extend({ secret_id: z.string(), client_secret: z.string() }),
    },
    ...bodyErrors,
    ...adminDenied,
  },
});
