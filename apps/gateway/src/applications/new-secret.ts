import { randomToken, type Sealer } from '@kalends/security';
import { tokenHash } from '../tokens/hash.js';

/** A client secret and its row: the hash to find it by, and the sealed secret to sign callbacks with. */
export function newSecret(sealer: Sealer) {
  const client_secret = `KAL_${randomToken(43)}`;
  const secret_id = `sec_${randomToken(24)}`;
  return {
    client_secret,
    row: {
      secret_id,
      secret_hash: tokenHash(client_secret),
      secret_sealed: sealer.seal(client_secret, `client-secret:${secret_id}`),
    },
  };
}
