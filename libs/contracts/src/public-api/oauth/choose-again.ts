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
  query: z.object({ journey: z.string() }),
  responses: nextPage,
});
