import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, forbidden, unauthorized } from '../shared/errors.js';
import { plainText } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { sessionExample, sessionShape } from './session-shape.js';

export const signInToConsole = endpoint({
  method: 'post',
  path: '/console/session',
  operation: 'signInToConsole',
  summary: 'Sign in to the console',
  tag: 'admin',
  credential: 'none',
  description:
    'With a key or with the token of a link that signs in once. The session is a cookie, which only pages of the console send; it ends after 12 hours.',
  example: { key: 'the-admin-key' },
  moreExamples: { 'with a link': { link: 'the-token-of-the-link' } },
  body: closedObject({
    key: plainText('key', 200).optional().describe("The deployment's admin key or a developer's key."),
    link: plainText('link', 200).optional().describe('The token of a link that signs in once.'),
  }).meta({ id: 'ConsoleSignIn' }),
  responses: {
    200: { description: 'Signed in', schema: sessionShape, example: sessionExample },
    401: unauthorized,
    403: forbidden,
    ...bodyErrors,
  },
});
