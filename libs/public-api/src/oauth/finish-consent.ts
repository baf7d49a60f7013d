import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { consentProvider, htmlPage, redirectToApplication } from './pages.js';

export const finishConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/{provider}/callback',
  operation: 'finishConsent',
  summary: "A provider's redirect target; register this address there",
  tag: 'oauth',
  credential: 'browser',
  description:
    'Where the provider returns the browser after its consent page, in a journey or to connect a disconnected profile again.',
  params: z.object({ provider: consentProvider }),
  query: z.object({
    state: z.string().describe('The state of the journey or of the profile, sealed for this browser.'),
    code: z.string().optional().describe("The provider's authorization code; absent if the user refused."),
    error: z.string().optional().describe("The provider's error code; absent if the user consented."),
    error_description: z
      .string()
      .optional()
      .describe("In the provider's words; may begin with the number of the error."),
  }),
  responses: {
    302: redirectToApplication,
    200: htmlPage('A disconnected profile is connected again'),
    303: { description: 'To the next page of the journey', headers: { Location: '/oauth/authorize/consent' } },
    400: htmlPage('The state is missing, forged, already used, or from another browser: the user is not redirected'),
    404: htmlPage('The provider is not configured here'),
    403: htmlPage('The provider refused: an administrator has to approve first, or a profile was not connected again'),
    409: htmlPage('The account belongs to another account of the application, or is not the one to connect again'),
    500: htmlPage("The provider refused this deployment's registration"),
    503: htmlPage('The provider or calendar-sync is unavailable'),
  },
});
