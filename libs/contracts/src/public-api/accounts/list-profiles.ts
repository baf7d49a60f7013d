import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { profileShape } from './profile-shape.js';

export const listProfiles = endpoint({
  method: 'get',
  path: '/v1/profiles',
  operation: 'listProfiles',
  summary: "List a user's connected profiles",
  tag: 'identity',
  credential: 'access-token',
  responses: { 200: { description: 'The profiles', schema: z.object({ profiles: z.array(profileShape) }) }, ...denied },
});
