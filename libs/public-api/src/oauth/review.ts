import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { nextPage } from './pages.js';

export const review = endpoint({
  method: 'get',
  path: '/oauth/authorize/consent',
  operation: 'review',
  summary: "Journey page after a provider's consent: which calendars are shared, with which scopes",
  tag: 'oauth',
  credential: 'browser',
  description: 'Nothing is connected yet: the user allows or denies on this page.',
  query: z.object({
    journey: z.string().describe('The state of the journey, sealed for this browser, as the page before passed it on.'),
    reads: z.string().optional().describe('How often the page was loaded while calendars were being read.'),
  }),
  responses: nextPage,
});
