import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage, nextPage } from './pages.js';

export const startGoogleConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/google/start',
  operation: 'startGoogleConsent',
  summary: "To Google's consent page, with PKCE and a state that is bound to this browser",
  tag: 'oauth',
  credential: 'browser',
  description: 'One of journey and relink is given. Google requests only the permissions that the granted scopes need.',
  query: z.object({
    journey: z.string().optional().describe('The state of the journey, sealed for this browser.'),
    relink: z.string().optional().describe('The state of a profile to connect again, sealed for this browser.'),
  }),
  responses: {
    302: { description: 'To Google', headers: { Location: "Google's consent page" } },
    400: nextPage[400],
    404: htmlPage('Google is not configured here'),
  },
});
