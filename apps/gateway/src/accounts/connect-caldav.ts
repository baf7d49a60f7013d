import { connectProfile, type ConnectProfileReply } from '@kalends/contracts';
import { DeadlineExceeded, type MessagingClient, AskFailed, BrokerUnavailable } from '@kalends/messaging';
import { sha256, type Sealer } from '@kalends/service';
import type { PrismaClient } from '../generated/prisma/client.js';
import { timedOut, unavailable } from '../http/refusals.js';

export interface CaldavCredentials {
  provider_name: 'apple' | 'caldav';
  url?: string;
  username: string;
  password: string;
}

/** What makes two connections the same profile: provider, server and user, never a typed e-mail address alone. */
export function identityHash({ provider_name, url, username }: CaldavCredentials): string {
  const host = url && URL.canParse(url) ? new URL(url).host : '';
  return sha256([provider_name, host, username.trim().toLowerCase()].join('\n'));
}

/** Which account of the application the profile belongs to already, if any. */
export async function findIdentity(prisma: PrismaClient, clientId: string, credentials: CaldavCredentials) {
  const key = { client_id: clientId, identity_hash: identityHash(credentials) };
  return prisma.profileIdentity.findUnique({ where: { client_id_identity_hash: key } });
}

/** Asks calendar-sync to try the credentials and keep them; the password travels sealed. */
export async function askToConnect(
  client: MessagingClient,
  sealer: Sealer,
  target: { accountId: string; profileId: string; defaultTzid: string },
  credentials: CaldavCredentials,
): Promise<ConnectProfileReply> {
  const answer = await client.ask(connectProfile, {
    account_id: target.accountId,
    profile_id: target.profileId,
    provider_name: credentials.provider_name,
    ...(credentials.url ? { url: credentials.url } : {}),
    username: credentials.username,
    sealed_password: sealer.seal(credentials.password, `profile:${target.profileId}`),
    default_tzid: target.defaultTzid,
  });
  if (answer instanceof DeadlineExceeded)
    throw timedOut('The calendar server was not tried within 15 seconds; try again.');
  if (answer instanceof BrokerUnavailable) throw unavailable('The message broker cannot be reached; nothing was done.');
  if (answer instanceof AskFailed) throw answer;
  return answer;
}
