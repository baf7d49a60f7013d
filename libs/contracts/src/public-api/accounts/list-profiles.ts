import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { profileExample, profileShape } from './profile-shape.js';

export const listProfiles = endpoint({
  method: 'get',
  path: '/v1/profiles',
  operation: 'listProfiles',
  summary: "List a user's connected profiles",
  tag: 'identity',
  credential: 'access-token',
  description: 'Disconnected ones too; those have the address of a page on which the user connects them again.',
  responses: {
    200: {
      description: 'The profiles',
      schema: z.object({ profiles: z.array(profileShape).describe('Profiles of the account.') }),
      example: { profiles: [profileExample] },
    },
    ...denied,
  },
});
