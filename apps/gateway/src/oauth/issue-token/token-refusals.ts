import { fullOfProfiles } from '../../accounts/refuse-more-profiles.js';

/** RFC 6749 §5.2. */
export type TokenRefusal = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** Why a request for a token is refused: the error of RFC 6749 §5.2, and a description that names the parameter. */
export const tokenRefusals = {
  'no-grant-type': ['invalid_request', 'grant_type is missing: send authorization_code or refresh_token.'],
  'other-grant-type': ['unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.'],
  'no-code': ['invalid_request', 'code is missing: send the one from the redirect (RFC 6749 section 4.1.3).'],
  'no-redirect-uri': ['invalid_request', 'redirect_uri is missing: send the one of the authorization request.'],
  'no-refresh-token': ['invalid_request', 'refresh_token is missing (RFC 6749 section 6).'],
  'unknown-code': [
    'invalid_grant',
    'code is unknown, or was issued to another client_id: start again at /oauth/authorize.',
  ],
  'used-code': ['invalid_grant', 'code was used before, so its tokens are revoked: start again at /oauth/authorize.'],
  'expired-code': ['invalid_grant', 'code has expired: start again at /oauth/authorize.'],
  'lost-connection': ['invalid_grant', 'the connected calendar no longer exists: start again at /oauth/authorize.'],
  'connected-elsewhere': [
    'invalid_grant',
    'the connected calendar meanwhile belongs to another account: start again at /oauth/authorize.',
  ],
  'too-many-profiles': ['invalid_grant', `${fullOfProfiles}: the calendar is not connected.`],
  'other-redirect-uri': ['invalid_grant', 'redirect_uri is not the one of the authorization request.'],
  'no-challenge': ['invalid_grant', 'code was requested without code_challenge, which a public client needs.'],
  'wrong-verifier': ['invalid_grant', 'code_verifier does not match the code_challenge of the authorization request.'],
  'unknown-refresh-token': ['invalid_grant', 'refresh_token is unknown or revoked: start again at /oauth/authorize.'],
  'reused-refresh-token': [
    'invalid_grant',
    'refresh_token was replaced by a later one, so all are revoked: start again.',
  ],
  'no-secret': ['invalid_client', 'client_secret is missing: these tokens were issued to a confidential client.'],
} as const satisfies Readonly<Record<string, readonly [TokenRefusal, string]>>;

export type TokenReason = keyof typeof tokenRefusals;
