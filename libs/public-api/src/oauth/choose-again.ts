import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { nextPage } from './pages.js';

export const chooseAgain = endpoint({
  method: 'get',
  path: '/oauth/authorize/choose',
  operation: 'chooseAgain',
  summary: 'Journey page: choose the calendars again',
  tag: 'oauth',
  credential: 'browser',
  description: 'Where a page leads after a calendar that could not be connected. The journey is the same.',
  query: z.object({
    journey: z.string().describe('The state of the journey, sealed for this browser, as the page before passed it on.'),
    other: z
      .string()
      .optional()
      .describe('1: somebody else than who connected calendars in this browser begins, without those.'),
  }),
  responses: nextPage,
});
