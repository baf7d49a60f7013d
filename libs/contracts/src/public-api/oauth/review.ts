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
  query: z.object({ journey: z.string() }),
  responses: nextPage,
});
