import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const showRelinkForm = endpoint({
  method: 'get',
  path: '/oauth/relink/{profile_id}/{token}',
  operation: 'askToRelink',
  summary: 'The page behind profile_relink_url: its owner connects a disconnected profile again; ids stay',
  tag: 'oauth',
  credential: 'browser',
  description:
    'The address grants no access: it only names the profile. An application sends the user there when profile_connected is false.',
  params: z.object({
    profile_id: z.string().describe('The profile, by its id.'),
    token: z.string().describe('Proves that this deployment issued the address.'),
  }),
  query: z.object({
    locale: z
      .string()
      .optional()
      .describe('Language of the page as a BCP 47 tag, such as de or pt-BR. Default: that of the browser.'),
  }),
  responses: {
    200: htmlPage("The page; it prompts for the provider's credentials, or reports that there is nothing to do"),
    404: htmlPage('There is no such address'),
  },
});
