import { ProviderError } from '../provider.port.js';
import type { Tokens } from './token-endpoint.js';

/** Access tokens of one profile (RFC 6749). Both methods throw ProviderErrors. */
export interface AccessTokens {
  current(): Promise<string>;
  /** A token other than `refused`, which the API rejected. */
  renewed(refused: string): Promise<string>;
}

/** A profile's access tokens, and what its user granted with them. */
export interface ProfileTokens extends AccessTokens {
  /** The granted scopes, as reported by the provider. Throws ProviderErrors. */
  scope(): Promise<readonly string[]>;
}

/** Freshly issued tokens: they are used as they are. */
export const issuedTokens = (
  { access_token }: Tokens,
  { name, scope }: { name: string; scope: readonly string[] },
): ProfileTokens => ({
  scope: async () => scope,
  current: async () => access_token,
  renewed: async () => {
    throw new ProviderError('authentication-failed', `${name} did not accept the access token.`, { isFinal: true });
  },
});
