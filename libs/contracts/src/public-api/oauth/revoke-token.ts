import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, tooManyAttempts, unsupportedType } from '../shared/errors.js';
import { clientParameters, tokenBodyTypes, tokenParameter, tokenRefused } from './token-call.js';

export const revokeBody = z
  .object({
    ...clientParameters,
    token: tokenParameter('token', 256),
    refresh_token: tokenParameter('refresh_token', 256),
    sub: tokenParameter('sub', 256),
  })
  .meta({ id: 'RevokeRequest' });

export const revokeToken = endpoint({
  method: 'post',
  path: '/oauth/token/revoke',
  operation: 'revokeToken',
  summary: 'Revoke by token, refresh_token or sub (RFC 7009)',
  tag: 'oauth',
  credential: 'client-in-body',
  body: revokeBody,
  bodyTypes: tokenBodyTypes,
  responses: {
    200: { description: 'Revoked, or there was no such token' },
    400: tokenRefused,
    413: tooLarge,
    415: unsupportedType,
    429: tooManyAttempts,
  },
});
