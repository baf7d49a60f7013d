import type { Pool } from 'pg';
import type { ProfileRow } from '../published-state/rows.js';
import { ProviderError } from '@kalends/provider-port/sync';

/**
 * Requests of a stored profile: its password is looked up before each, so that none is sent after access to the profile
 * ended, by whichever process. Those of credentials that are being tried have no row yet (revision 0).
 */
export function withStoredPassword(
  pool: Pick<Pool, 'query'>,
  { profile_id, revision }: Pick<ProfileRow, 'profile_id' | 'revision'>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  if (revision === 0) return fetch;
  return async (input, init) => {
    const { rowCount } = await pool.query({
      name: 'has-password',
      text: 'SELECT FROM profile WHERE profile_id = $1 AND sealed_password IS NOT NULL',
      values: [profile_id],
    });
    if (rowCount !== 1)
      throw new ProviderError('authentication-failed', 'The profile has no credentials.', { isFinal: true });
    return fetch(input, init);
  };
}
