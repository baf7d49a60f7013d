import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage, redirectToApplication } from './pages.js';

export const authorize = endpoint({
  method: 'get',
  path: '/oauth/authorize',
  operation: 'authorize',
  summary: 'The page on which a user connects a calendar and consents (RFC 6749 §4.1.1; PKCE S256, RFC 7636)',
  tag: 'oauth',
  credential: 'browser',
  query: z.object({
    response_type: z.string(),
    client_id: z.string(),
    redirect_uri: z.string(),
    scope: z.string(),
    state: z.string().optional(),
    code_challenge: z.string().optional(),
    code_challenge_method: z.string().optional(),
    avoid_linking: z.string().optional(),
    link_token: z.string().optional(),
    provider_name: z.string().optional(),
    locale: z.string().optional(),
  }),
  responses: {
    200: htmlPage('The journey page'),
    302: redirectToApplication,
    303: { description: 'Redirect to the provider that provider_name names', headers: { Location: 'Its consent' } },
    400: htmlPage(
      'The application or its redirect address is unknown: the user sees an error page and is not redirected',
    ),
    429: htmlPage('Too many requests for unknown applications from this address; see Retry-After'),
  },
});
