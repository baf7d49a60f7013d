import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const openConnectionsLink = endpoint({
  method: 'get',
  path: '/connected-applications/open',
  operation: 'openConnectionsLink',
  summary: 'Where an application sends its user to see and revoke the access, in any browser',
  tag: 'oauth',
  credential: 'browser',
  description: 'The list then has this account for a quarter of an hour in this browser, which is not linked to it.',
  query: z.object({ link: z.string().describe('The account, as POST /v1/connections_links seals it.') }),
  responses: {
    303: { description: 'To the list', headers: { Location: '/connected-applications?proved=the-sealed-proof' } },
    400: htmlPage('The link is older than an hour, or not complete'),
  },
});
