import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const listConnectedApplications = endpoint({
  method: 'get',
  path: '/connected-applications',
  operation: 'listConnectedApplications',
  summary: 'The page on which users see and revoke the applications that they connected',
  tag: 'oauth',
  credential: 'browser',
  description:
    'By the cookie of the browser. In any other browser, its user signs in at the provider of a connected calendar, or comes from the application (POST /v1/connections_links).',
  query: z.object({
    revoked: z
      .string()
      .optional()
      .describe('What was just revoked, sealed for this browser: the page reports what happened to it.'),
    proved: z
      .string()
      .optional()
      .describe(
        'Whose applications are listed as well, sealed for this browser: after a sign-in or from an application.',
      ),
    reads: z.string().optional().describe('How often the page was loaded while calendars were being read.'),
  }),
  responses: { 200: htmlPage('The applications') },
});
