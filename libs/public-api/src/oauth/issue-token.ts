import { namesAtProviders } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, tooManyAttempts, unsupportedType } from '../shared/errors.js';
import { basicRefused, clientParameters, tokenParameter, tokenRefused } from './token-call.js';

export const tokenAnswer = z
  .object({
    token_type: z.literal('bearer').describe('Always bearer (RFC 6750).'),
    access_token: z.string().describe('For the Authorization header of calls for this user.'),
    expires_in: z.number().describe('Seconds for which the access token is valid: 3600.'),
    refresh_token: z
      .string()
      .describe(
        'For the next refresh. A confidential client keeps it; a public client gets another one at each refresh.',
      ),
    scope: z.string().describe('Granted scopes, separated by spaces; bundles are expanded.'),
    account_id: z.string().describe('The id of the account.'),
    sub: z.string().describe('The same id.'),
    linking_profile: z
      .object({
        provider_name: z.string().describe(`Where its calendars are: kalends, ${namesAtProviders}.`),
        provider_service: z
          .string()
          .describe(
            "The provider's service: icloud for apple, office365 for exchange, outlook_com for live_connect, else the same as provider_name.",
          ),
        profile_id: z.string().describe('The id that other calls take.'),
        profile_name: z.string().describe('What the user knows the connection by, usually an address.'),
      })
      .optional()
      .describe('The profile that the user connected or chose; absent if it was revoked since.'),
  })
  .meta({ id: 'TokenAnswer' });

export const tokenBody = z
  .object({
    grant_type: tokenParameter('grant_type', 128).describe('authorization_code or refresh_token. Required.'),
    ...clientParameters,
    code: tokenParameter('code', 256).describe('The code from the redirect; valid once, and for 10 minutes.'),
    redirect_uri: tokenParameter('redirect_uri', 2048).describe(
      'With a code: the address of the authorization request, equal in every character.',
    ),
    code_verifier: tokenParameter('code_verifier', 128).describe(
      'With a code that was requested with code_challenge: the text whose digest that is (RFC 7636 §4.5).',
    ),
    refresh_token: tokenParameter('refresh_token', 256).describe('With grant_type refresh_token: the last one issued.'),
  })
  .meta({ id: 'TokenRequest' });

export const issueToken = endpoint({
  method: 'post',
  path: '/oauth/token',
  operation: 'issueToken',
  summary: 'Exchange a code, or refresh (RFC 6749 §4.1.3, §6); client credentials in the body or HTTP Basic',
  tag: 'oauth',
  credential: 'client-in-body',
  description:
    "A code that is used twice revokes the tokens of its first use. A refresh leaves earlier access tokens valid until they expire. A public client's replaced refresh token works for 60 more seconds; used later, it revokes all.",
  example: {
    grant_type: 'authorization_code',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    client_secret: 'the-secret-of-the-application',
    code: 'the-code-from-the-redirect',
    redirect_uri: 'https://example.com/oauth/callback',
  },
  moreExamples: {
    'a code, from a public client': {
      grant_type: 'authorization_code',
      client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
      code: 'the-code-from-the-redirect',
      redirect_uri: 'https://example.com/oauth/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    'a refresh': {
      grant_type: 'refresh_token',
      client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
      client_secret: 'the-secret-of-the-application',
      refresh_token: 'a-refresh-token',
    },
  },
  body: tokenBody,
  responses: {
    200: {
      description: 'Tokens',
      schema: tokenAnswer,
      headers: { 'Cache-Control': 'no-store' },
      example: {
        token_type: 'bearer',
        access_token: 'an-access-token',
        expires_in: 3600,
        refresh_token: 'a-refresh-token',
        scope: 'read_events create_event delete_event read_free_busy',
        account_id: 'acc_5ba21743f408617d1269ea1e',
        sub: 'acc_5ba21743f408617d1269ea1e',
        linking_profile: {
          provider_name: 'kalends',
          provider_service: 'kalends',
          profile_id: 'pro_2MPyGxgyny6w',
          profile_name: 'ada@example.com',
        },
      },
    },
    400: tokenRefused,
    401: basicRefused,
    413: tooLarge,
    415: unsupportedType,
    429: tooManyAttempts,
  },
});
