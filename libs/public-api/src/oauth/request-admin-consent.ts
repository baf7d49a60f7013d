import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage, nextPage } from './pages.js';

export const requestAdminConsent = endpoint({
  method: 'get',
  path: '/oauth/providers/microsoft/admin-consent',
  operation: 'requestAdminConsent',
  summary: "To the page at Microsoft on which an administrator approves the application for the organization's users",
  tag: 'oauth',
  credential: 'browser',
  description:
    'One of journey and relink is given by the page that offers it. Without either, for an administrator who was sent the address.',
  query: z.object({
    journey: z.string().optional().describe('The state of the journey, sealed for this browser.'),
    relink: z.string().optional().describe('The state of a profile to connect again, sealed for this browser.'),
  }),
  responses: {
    302: { description: 'To Microsoft', headers: { Location: "Microsoft's admin consent page" } },
    400: nextPage[400],
    404: htmlPage('Microsoft is not configured here'),
  },
});
