import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const listConnectedApplications = endpoint({
  method: 'get',
  path: '/connected-applications',
  operation: 'listConnectedApplications',
  summary: 'The page on which users see and revoke the applications that they connected in this browser',
  tag: 'oauth',
  credential: 'browser',
  description: 'By the cookie of the browser; other browsers of the same person have lists of their own.',
  query: z.object({
    revoked: z
      .string()
      .optional()
      .describe('What was just revoked, sealed for this browser: the page reports what happened to it.'),
  }),
  responses: { 200: htmlPage('The applications') },
});
