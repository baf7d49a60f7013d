import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { oauthError, tooLarge, tooManyAttempts, unsupportedType } from './errors.js';

const failed = { description: 'Refused as RFC 6749 §5.2 says', schema: oauthError };
const bodyTypes = ['application/json', 'application/x-www-form-urlencoded'] as const;

export const tokenAnswer = z
  .object({
    token_type: z.literal('bearer'),
    access_token: z.string(),
    expires_in: z.number(),
    refresh_token: z.string(),
    scope: z.string(),
    account_id: z.string(),
    sub: z.string(),
    linking_profile: z
      .object({
        provider_name: z.string(),
        provider_service: z.string(),
        profile_id: z.string(),
        profile_name: z.string(),
      })
      .optional(),
  })
  .meta({ id: 'TokenAnswer' });

/**
 * A parameter of the token endpoint: visible ASCII and spaces (RFC 6749 appendix A), so long at most. One without a value is
 * treated as omitted (§3.2).
 */
const parameter = (name: string, max: number) =>
  z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    z
      .string({ error: `${name} is given more than once, or is no text` })
      .max(max, `${name} has more than ${max} characters`)
      .regex(/^[\x20-\x7e]*$/, `${name} holds characters other than visible ASCII`)
      .optional(),
  );

const client = { client_id: parameter('client_id', 128), client_secret: parameter('client_secret', 256) };

export const tokenBody = z
  .object({
    grant_type: parameter('grant_type', 128),
    ...client,
    code: parameter('code', 256),
    redirect_uri: parameter('redirect_uri', 2048),
    code_verifier: parameter('code_verifier', 128),
    refresh_token: parameter('refresh_token', 256),
  })
  .meta({ id: 'TokenRequest' });

export const revokeBody = z
  .object({
    ...client,
    token: parameter('token', 256),
    refresh_token: parameter('refresh_token', 256),
    sub: parameter('sub', 256),
  })
  .meta({ id: 'RevokeRequest' });

export const issueToken = endpoint({
  method: 'post',
  path: '/oauth/token',
  operation: 'issueToken',
  summary: 'Exchange a code, or refresh (RFC 6749 §4.1.3, §6); client credentials in the body',
  tag: 'oauth',
  credential: 'client-in-body',
  body: tokenBody,
  bodyTypes,
  responses: {
    200: { description: 'Tokens', schema: tokenAnswer, headers: { 'Cache-Control': 'no-store' } },
    400: failed,
    413: tooLarge,
    415: unsupportedType,
    429: tooManyAttempts,
  },
});

export const revokeToken = endpoint({
  method: 'post',
  path: '/oauth/token/revoke',
  operation: 'revokeToken',
  summary: 'Revoke by token, refresh_token or sub (RFC 7009)',
  tag: 'oauth',
  credential: 'client-in-body',
  body: revokeBody,
  bodyTypes,
  responses: {
    200: { description: 'Revoked, or there was no such token' },
    400: failed,
    413: tooLarge,
    415: unsupportedType,
    429: tooManyAttempts,
  },
});
