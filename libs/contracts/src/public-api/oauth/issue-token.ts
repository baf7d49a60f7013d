import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, tooManyAttempts, unsupportedType } from '../shared/errors.js';
import { clientParameters, tokenBodyTypes, tokenParameter, tokenRefused } from './token-call.js';

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

export const tokenBody = z
  .object({
    grant_type: tokenParameter('grant_type', 128),
    ...clientParameters,
    code: tokenParameter('code', 256),
    redirect_uri: tokenParameter('redirect_uri', 2048),
    code_verifier: tokenParameter('code_verifier', 128),
    refresh_token: tokenParameter('refresh_token', 256),
  })
  .meta({ id: 'TokenRequest' });

export const issueToken = endpoint({
  method: 'post',
  path: '/oauth/token',
  operation: 'issueToken',
  summary: 'Exchange a code, or refresh (RFC 6749 §4.1.3, §6); client credentials in the body',
  tag: 'oauth',
  credential: 'client-in-body',
  body: tokenBody,
  bodyTypes: tokenBodyTypes,
  responses: {
    200: { description: 'Tokens', schema: tokenAnswer, headers: { 'Cache-Control': 'no-store' } },
    400: tokenRefused,
    413: tooLarge,
    415: unsupportedType,
    429: tooManyAttempts,
  },
});
