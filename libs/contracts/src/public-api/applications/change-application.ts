import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, notFound } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { clientType, rateLimit, redirectUri } from './application-fields.js';
import { applicationShape } from './application-shape.js';

export const changeApplication = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}',
  operation: 'changeApplication',
  summary: 'Change the given members of an application; the others stay',
  ...byAdminKey,
  params: z.object({ client_id: z.string() }),
  body: z
    .object({
      name: filled('name', 200).optional(),
      redirect_uris: z.array(redirectUri).max(50).optional(),
      plan: z.enum(['starter', 'emerging']).optional(),
      client_type: clientType.optional(),
      hide_managed_events: z.boolean().optional(),
      rate_limit_per_second: rateLimit.optional(),
      rate_limit_per_minute: rateLimit.optional(),
    })
    .meta({ id: 'ApplicationChange' }),
  responses: {
    200: { description: 'The updated application', schema: applicationShape },
    ...bodyErrors,
    ...adminDenied,
    404: notFound,
  },
});
