import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, tooManyAttempts, unsupportedType } from '../shared/errors.js';
import { unsupported } from '../shared/unsupported.js';
import { basicRefused, clientParameters, tokenParameter, tokenRefused } from './token-call.js';

export const revokeBody = z
  .object({
    ...clientParameters,
    token: tokenParameter('token', 256).describe('An access token or a refresh token of the grant to end.'),
    refresh_token: tokenParameter('refresh_token', 256).describe('The same, by the name that some clients use.'),
    sub: tokenParameter('sub', 256).describe(
      'The account, by its id: all of its grants end. Only with client_secret, and if no token is given.',
    ),
    request_pii_erasure: unsupported('request_pii_erasure', 'delete the account, which erases its data'),
  })
  .meta({ id: 'RevokeRequest' });

const credentials = {
  client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
  client_secret: 'the-secret-of-the-application',
};

export const revokeToken = endpoint({
  method: 'post',
  path: '/oauth/token/revoke',
  operation: 'revokeToken',
  summary: 'Revoke by token, refresh_token or sub (RFC 7009)',
  tag: 'oauth',
  credential: 'client-in-body',
  description:
    'Ends the grant with all of its tokens. After the last grant the application gets no more callbacks about the account.',
  example: {
    ...credentials,
    token: 'a-refresh-token',
  },
  moreExamples: {
    'by refresh_token': { ...credentials, refresh_token: 'a-refresh-token' },
    'all of an account': { ...credentials, sub: 'acc_5ba21743f408617d1269ea1e' },
  },
  body: revokeBody,
  responses: {
    200: { description: 'Revoked, or there was no such token' },
    400: tokenRefused,
    401: basicRefused,
    413: tooLarge,
    415: unsupportedType,
    429: tooManyAttempts,
  },
});
