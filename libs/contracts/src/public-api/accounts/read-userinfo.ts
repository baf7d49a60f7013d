import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { userinfoShape } from './userinfo-shape.js';

export const readUserinfo = endpoint({
  method: 'get',
  path: '/v1/userinfo',
  operation: 'readUserinfo',
  summary: 'The account as OpenID Connect claims, with its profiles and calendars',
  tag: 'identity',
  credential: 'access-token',
  responses: {
    200: {
      description: 'The user',
      schema: userinfoShape,
    },
    ...denied,
  },
});
