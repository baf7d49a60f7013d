import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const finishAdminConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/microsoft/admin-consent/callback',
  operation: 'finishAdminConsent',
  summary: "Microsoft's redirect target after an administrator's decision; register this address there",
  tag: 'oauth',
  credential: 'browser',
  description:
    'Proves no identity: the browser of a journey is sent back to sign in, any other sees what was decided. Parameters other than these are ignored.',
  query: z.object({
    state: z.string().optional().describe('The state of the journey or of the profile, sealed for this browser.'),
    admin_consent: z.string().optional().describe('True if the administrator approved.'),
    error: z.string().optional().describe("Microsoft's error code."),
  }),
  responses: {
    200: htmlPage('What the administrator decided'),
    303: { description: 'Back to sign in', headers: { Location: '/oauth/providers/microsoft/start' } },
    404: htmlPage('Microsoft is not configured here'),
  },
});
