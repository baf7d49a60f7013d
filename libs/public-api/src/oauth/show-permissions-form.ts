import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const showPermissionsForm = endpoint({
  method: 'get',
  path: '/oauth/permissions/{token}',
  operation: 'showPermissionsForm',
  summary: 'The page of POST /v1/permissions: the user lets the application change events that it did not create',
  tag: 'oauth',
  credential: 'browser',
  description:
    'The address grants no access: whoever opens it must first sign in at the provider of the calendars, as for connecting them.',
  params: z.object({ token: z.string().describe('Names the request; valid once, for an hour.') }),
  query: z.object({
    locale: z
      .string()
      .optional()
      .describe('Language of the page as a BCP 47 tag, such as de or pt-BR. Default: that of the browser.'),
  }),
  responses: {
    200: htmlPage('The page'),
    404: htmlPage('There is no such request, or it was decided, or it is older than an hour'),
  },
});
