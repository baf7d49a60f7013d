import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';

export const createConnectionsLink = endpoint({
  method: 'post',
  path: '/v1/connections_links',
  operation: 'createConnectionsLink',
  summary: 'An address at which the user of this account sees and revokes the access, in any browser',
  tag: 'identity',
  credential: 'access-token',
  description:
    'Send the user there: the page lists the account, its calendars and a button that revokes the access. The address is valid for an hour and names this account only; do not show it to anybody else.',
  responses: {
    200: {
      description: 'The address',
      schema: z.object({ url: z.string().describe('Where to send the browser of the user.') }),
      example: { url: 'https://kalends.example.com/connected-applications/open?link=c2VhbGVk' },
    },
    ...denied,
  },
});
