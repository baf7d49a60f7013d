import { consentProviderId } from '@kalends/contracts';
import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';
import { checkedProviderExample, checkedProviderShape } from './provider-shape.js';

export const checkProvider = endpoint({
  method: 'post',
  path: '/admin/v1/providers/{provider}/check',
  operation: 'checkProvider',
  summary: 'Try the OAuth client at a provider, before any user meets it',
  ...byAdminKey,
  description:
    "Sends the client's id and secret to the provider's token endpoint with a code that cannot exist, and opens its sign-in page without a user. Nothing is changed, here or there. Only with the admin key of the deployment. 404 if the provider is not configured.",
  params: z.object({ provider: z.string().describe(`${consentProviderId.options.join(' or ')}.`) }),
  responses: {
    200: {
      description: 'What was found',
      schema: z.object({ provider: checkedProviderShape.describe('The provider.') }),
      example: { provider: checkedProviderExample },
    },
    404: notFound,
    ...adminDenied,
  },
});
