import type { ProfileTokens } from './access-tokens.js';
import { refreshTokens, type RefreshDependencies, type Tokens } from './token-endpoint.js';

/** Tokens for a task alone, of a profile that is gone; refreshed tokens are not stored. */
export function unstoredTokens(dependencies: RefreshDependencies, stored: Tokens): ProfileTokens {
  let current = stored;
  const renewed = async () => (current = await refreshTokens(dependencies, current, [])).access_token;
  return {
    scope: async () => [],
    current: async () => (current.expires_at > dependencies.clock() ? current.access_token : renewed()),
    renewed,
  };
}
