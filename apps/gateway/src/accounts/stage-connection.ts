import { stageProfile, type ConnectRefusal, type StagedCredentials, type StageProfileReply } from '@kalends/contracts';
import { ianaName, listedName } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import { isPublished } from '@kalends/provider-registry';
import { requestOrThrow } from '../http/bus/request-or-throw.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { timestamp } from '../tokens/timestamp.js';
import { newConnectionIds } from './built-in-profile.js';
import { storedIdentityHash } from './identities.js';
import { publishedHash } from './published-calendar.js';

export interface StagingDependencies {
  prisma: PrismaClient;
  client: MessagingClient;
}

export interface ConnectionRequest {
  clientId: string;
  journeyId: string;
  /** Epoch ms: erased then, unless settled before. */
  expires: number;
  defaultTzid: string;
  /** `profileId`: the profile that secrets are sealed for. */
  credentials: (profileId: string) => StagedCredentials;
  /** For a consent: the person's identity as reported by the provider, and the address that it verified. */
  consented?: { identityHash: string; email: string | null };
  /** The identity under which `credentials.earlier_profile_id` was found. */
  earlierIdentityHash?: string;
}

/** Why nothing was staged; `connected-elsewhere` is determined here, the rest by calendar-sync. */
export interface Refused {
  outcome: 'refused';
  refusal: ConnectRefusal | 'connected-elsewhere';
  description: string;
  /** Whose app passwords the user may need. */
  app_passwords_of?: string;
}

export const connectedElsewhere: Refused = {
  outcome: 'refused',
  refusal: 'connected-elsewhere',
  description: 'This calendar already belongs to another account of the application.',
};

type Staged = Extract<StageProfileReply, { outcome: 'staged' }>;

function statedZone({ time_zone = '' }: Staged): string | null {
  const known = ianaName(time_zone);
  return known === null ? null : listedName(known);
}

async function hashOf(
  prisma: PrismaClient,
  { identity, ...staged }: Staged,
  { consented, clientId }: ConnectionRequest,
): Promise<string> {
  if (consented) return consented.identityHash;
  if (!identity) throw new Error('calendar-sync staged a connection without an identity');
  if (isPublished(staged)) return publishedHash(identity.principal);
  return storedIdentityHash(prisma, clientId, identity);
}

/**
 * Has calendar-sync try credentials and stage them. The row is inserted first: if the reply is lost, the row expires and
 * everything is erased. Throws the Refusals 503 and 504. Returns the staged profile's id, or why nothing was staged.
 */
export async function stageConnection(
  { prisma, client }: StagingDependencies,
  requested: ConnectionRequest,
): Promise<string | Refused> {
  const { profileId } = newConnectionIds();
  const where = { profile_id: profileId };
  const { clientId: client_id, journeyId: journey_id, expires } = requested;
  await prisma.stagedConnection.create({ data: { ...where, client_id, journey_id, expires_at: timestamp(expires) } });
  const reply = await requestOrThrow(client, stageProfile, {
    profile_id: profileId,
    default_tzid: requested.defaultTzid,
    credentials: requested.credentials(profileId),
  });
  if (reply.outcome === 'refused') {
    await prisma.stagedConnection.deleteMany({ where });
    return reply;
  }
  await prisma.stagedConnection.updateMany({
    where,
    data: {
      identity_hash: await hashOf(prisma, reply, requested),
      earlier_identity_hash: reply.earlier_profile_proved ? (requested.earlierIdentityHash ?? null) : null,
      provider_name: reply.provider_name,
      profile_name: reply.profile_name,
      calendar_names: reply.calendar_names,
      email: requested.consented?.email ?? null,
      tzid: statedZone(reply),
    },
  });
  return profileId;
}
