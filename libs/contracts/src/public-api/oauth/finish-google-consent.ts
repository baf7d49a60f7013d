import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage, redirectToApplication } from './pages.js';

export const finishGoogleConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/google/callback',
  operation: 'finishGoogleConsent',
  summary: "Google's redirect target; register this address at Google",
  tag: 'oauth',
  credential: 'browser',
  description:
    'Where Google returns the browser after its consent page, in a journey or to connect a disconnected profile again.',
  query: z.object({
    state: z.string().describe('The state of the journey or of the profile, sealed for this browser.'),
    code: z.string().optional().describe("Google's authorization code; absent if the user refused."),
    error: z.string().optional().describe("Google's error code; absent if the user consented."),
  }),
  responses: {
    302: redirectToApplication,
    200: htmlPage('A disconnected profile is connected again'),
    303: { description: 'To the next page of the journey', headers: { Location: '/oauth/authorize/consent' } },
    400: htmlPage('The state is missing, forged, already used, or from another browser: the user is not redirected'),
    404: htmlPage('Google is not configured here'),
    403: htmlPage('A profile was not connected again: Google refused'),
    409: htmlPage(
      'The Google account belongs to another account of the application, or is not the one to connect again',
    ),
    503: htmlPage('A profile was not connected again: Google or calendar-sync is unavailable'),
  },
});
