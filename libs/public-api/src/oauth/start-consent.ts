import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { consentProvider, htmlPage, nextPage } from './pages.js';

export const startConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/{provider}/start',
  operation: 'startConsent',
  summary: "To a provider's consent page, with PKCE and a state that is bound to this browser",
  tag: 'oauth',
  credential: 'browser',
  description:
    'One of journey, relink and list is given. Only the permissions that the granted scopes need are requested from the provider.',
  params: z.object({ provider: consentProvider }),
  query: z.object({
    journey: z.string().optional().describe('The state of the journey, sealed for this browser.'),
    list: z
      .string()
      .optional()
      .describe('1: the user signs in to see and revoke what they connected in other browsers.'),
    relink: z.string().optional().describe('The state of a profile to connect again, sealed for this browser.'),
  }),
  responses: {
    302: { description: 'To the provider', headers: { Location: "The provider's consent page" } },
    400: nextPage[400],
    404: htmlPage('The provider is not configured here'),
  },
});
