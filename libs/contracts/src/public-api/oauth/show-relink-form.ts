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
  params: z.object({ profile_id: z.string(), token: z.string() }),
  query: z.object({ locale: z.string().optional() }),
  responses: {
    200: htmlPage("The page; it prompts for the provider's credentials, or reports that there is nothing to do"),
    404: htmlPage('There is no such address'),
  },
});
