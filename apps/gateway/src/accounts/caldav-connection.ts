import type { StagedCredentials } from '@kalends/contracts';
import type { Sealer } from '@kalends/security';
import type { PrismaClient } from '../generated/prisma/client.js';
import { earlierIdentityHash, findIdentity, type CaldavCredentials } from './identities.js';
import type { ConnectionRequest } from './stage-connection.js';

/** The connection to stage for entered credentials, with the profile that they may have been stored as before. */
export async function caldavConnectionRequest(
  { prisma, sealer }: { prisma: PrismaClient; sealer: Sealer },
  clientId: string,
  typed: CaldavCredentials,
): Promise<Pick<ConnectionRequest, 'credentials' | 'earlierIdentityHash'>> {
  const hash = earlierIdentityHash(typed);
  const earlier = await findIdentity(prisma, clientId, hash);
  const { provider_name, url, username, password } = typed;
  const credentials = (profileId: string): StagedCredentials => ({
    kind: 'password',
    provider_name,
    ...(url === undefined ? {} : { url }),
    username,
    sealed_password: sealer.seal(password, `profile:${profileId}`),
    ...(earlier ? { earlier_profile_id: earlier.profile_id } : {}),
  });
  return { credentials, ...(earlier ? { earlierIdentityHash: hash } : {}) };
}
