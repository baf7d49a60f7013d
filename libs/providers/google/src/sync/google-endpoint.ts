import { ProviderError, type TokenEndpoint } from '@kalends/provider-port/sync';

/** Google's token endpoint: a refused refresh token ends the connection. */
export const googleEndpoint = ({ url, client }: Pick<TokenEndpoint, 'url' | 'client'>): TokenEndpoint => ({
  provider: 'google',
  name: 'Google',
  url,
  client,
  failureOf: ({ status, text, retryAfterMs }) => {
    if (status === 400 && /"invalid_grant"/.test(text)) {
      const ended = 'Google no longer grants access: the permission was revoked or has expired.';
      return new ProviderError('authentication-failed', ended, { isFinal: true });
    }
    const again = retryAfterMs === undefined ? {} : { retryAfterMs };
    return new ProviderError('unavailable', `Google answered ${status} to a refresh token.`, again);
  },
});
