import { everyConsentPlace } from '@kalends/contracts';
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
  description:
    "The application sends the user's browser here. The journey may take 30 minutes; at its end the browser returns to redirect_uri with code and state, or with error and error_description. Nothing is connected before the user presses Allow. A code is valid for 10 minutes.",
  query: z.object({
    response_type: z.string().describe('Always code (RFC 6749 §4.1.1).'),
    client_id: z.string().describe('The client_id of the application.'),
    redirect_uri: z.string().describe('Where the browser returns. It must match a registered URI exactly.'),
    scope: z
      .string()
      .describe('Requested scopes or bundles, separated by spaces: read_events create_event, or read_write.'),
    state: z
      .string()
      .optional()
      .describe(
        'Any text of the application, returned unchanged; protects against forged redirects. At most 4,096 characters.',
      ),
    code_challenge: z
      .string()
      .optional()
      .describe('SHA-256 digest of the code_verifier in base64url (RFC 7636). A public client needs it.'),
    code_challenge_method: z.string().optional().describe('Always S256; required with code_challenge.'),
    avoid_linking: z
      .string()
      .optional()
      .describe('true: a new account, even if this browser connected one to the application before. Default: false.'),
    link_token: z
      .string()
      .optional()
      .describe('Adds the calendar to the account that the token names (POST /v1/link_tokens), whatever the browser.'),
    provider_name: z
      .string()
      .optional()
      .describe(
        `Preselects a provider: google, exchange or office365, live_connect or outlook_com, apple, caldav or kalends. Those of ${everyConsentPlace} lead there at once, if offered.`,
      ),
    locale: z
      .string()
      .optional()
      .describe('Language of the pages as a BCP 47 tag, such as de or pt-BR. Default: that of the browser.'),
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
