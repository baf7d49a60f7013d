import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { profileStateExample, profileStateShape } from './profile-state-shape.js';

export const listProfiles = endpoint({
  method: 'get',
  path: '/v1/profiles',
  operation: 'listProfiles',
  summary: "List a user's connected profiles",
  tag: 'identity',
  credential: 'access-token',
  description:
    'Each with its state, why it cannot be read, the last success and the next try, for its calendars too. Disconnected ones are listed; those have the address of a page on which the user connects them again.',
  responses: {
    200: {
      description: 'The profiles',
      schema: z.object({ profiles: z.array(profileStateShape).describe('Profiles of the account.') }),
      example: { profiles: [profileStateExample] },
    },
    ...denied,
  },
});
