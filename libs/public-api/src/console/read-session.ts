import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';
import { sessionExample, sessionShape } from './session-shape.js';

export const readConsoleSession = endpoint({
  method: 'get',
  path: '/console/session',
  operation: 'readConsoleSession',
  summary: 'Who has signed in to the console',
  tag: 'admin',
  credential: 'admin-key',
  description: 'By the cookie of the console, or by a key.',
  responses: { 200: { description: 'The session', schema: sessionShape, example: sessionExample }, ...adminDenied },
});
