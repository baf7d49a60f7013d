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
  query: z.object({ journey: z.string().optional(), relink: z.string().optional() }),
  responses: {
    302: { description: 'To Google', headers: { Location: "Google's consent page" } },
    400: nextPage[400],
    404: htmlPage('Google is not configured here'),
  },
});
