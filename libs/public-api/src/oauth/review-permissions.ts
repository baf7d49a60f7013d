import { everyConsentPlace } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { nextPage } from './pages.js';

export const reviewPermissions = endpoint({
  method: 'get',
  path: '/oauth/permissions/review',
  operation: 'reviewPermissions',
  summary: 'Page: requested permissions, after the user has signed in at the provider',
  tag: 'oauth',
  credential: 'browser',
  description: `Where ${everyConsentPlace} lead back to: what remains to be proved, or the decision.`,
  query: z.object({
    permission: z.string().describe('What was proved so far, sealed for this browser.'),
  }),
  responses: nextPage,
});
