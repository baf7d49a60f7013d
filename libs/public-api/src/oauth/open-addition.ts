import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const openAddition = endpoint({
  method: 'get',
  path: '/add_to_calendar/{token}',
  operation: 'openAddition',
  summary: 'Where an application sends a user to add an event to their own calendar',
  tag: 'oauth',
  credential: 'browser',
  description: 'Changes nothing.',
  params: z.object({
    token: z.string().describe('The last part of the address that was answered when the link was created.'),
  }),
  responses: {
    303: { description: 'To the journey', headers: { Location: '/oauth/authorize?response_type=code' } },
    404: htmlPage('There is no such link, it has expired, or its event was added'),
  },
});
