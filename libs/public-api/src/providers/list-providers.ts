import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';
import { providerExample, providerShape } from './provider-shape.js';

export const listProviders = endpoint({
  method: 'get',
  path: '/admin/v1/providers',
  operation: 'listProviders',
  summary: 'The providers at which users consent, and what is known of their OAuth clients',
  ...byAdminKey,
  description:
    'Sends nothing to a provider: POST /admin/v1/providers/{provider}/check tries the client. Only with the admin key of the deployment.',
  responses: {
    200: {
      description: 'The providers',
      schema: z.object({ providers: z.array(providerShape).max(20).describe('Every provider with a consent.') }),
      example: { providers: [providerExample] },
    },
    ...adminDenied,
  },
});
