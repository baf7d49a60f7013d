import { endpoint } from '../shared/endpoint.js';
import { forbidden } from '../shared/errors.js';

export const signOutOfConsole = endpoint({
  method: 'delete',
  path: '/console/session',
  operation: 'signOutOfConsole',
  summary: 'Sign out of the console',
  tag: 'admin',
  credential: 'none',
  description: 'The session ends at once, for every copy of the cookie.',
  responses: { 204: { description: 'Signed out' }, 403: forbidden },
});
