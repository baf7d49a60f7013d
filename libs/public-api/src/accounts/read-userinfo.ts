import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { userinfoExample, userinfoShape } from './userinfo-shape.js';

export const readUserinfo = endpoint({
  method: 'get',
  path: '/v1/userinfo',
  operation: 'readUserinfo',
  summary: 'The account as OpenID Connect claims, with its profiles and calendars',
  tag: 'identity',
  credential: 'access-token',
  elements: ['account_management', 'managed_availability'],
  description: 'Everything about the user in one call: who it is, and which calendars are connected.',
  responses: {
    200: {
      description: 'The user',
      schema: userinfoShape,
      example: userinfoExample,
    },
    ...denied,
  },
});
