import type { ProvedIdentity } from '@kalends/contracts';
import { sha256 } from '@kalends/security';
import type { Db } from '../tokens/grants.js';

/** A CalDAV account as somebody typed it. */
export interface CaldavCredentials {
  provider_name: 'apple' | 'caldav';
  url?: string;
  username: string;
  password: string;
}

/**
 * What makes two consents the same profile: the provider's own id of the person. An e-mail address can change hands and
 * is not used.
 */
export const oauthIdentityHash = (provider: 'google', subject: string): string => sha256(`${provider}\n\n${subject}`);

/** What makes two CalDAV connections the same profile: what the server proved, character by character. */
export const caldavIdentityHash = ({ origin, principal }: ProvedIdentity): string =>
  sha256(['caldav-principal', origin, principal].join('\n'));

/**
 * The identity as it was stored before identities were proved: from what somebody typed. It finds the profile whose
 * stored password may prove the same identity, and nothing else.
 */
export function earlierIdentityHash({ provider_name, url, username }: CaldavCredentials): string {
  const host = url && URL.canParse(url) ? new URL(url).host : '';
  return sha256([provider_name, host, username.trim().toLowerCase()].join('\n'));
}

/** Which profile of which of the application's accounts has the identity. */
export const findIdentity = (db: Pick<Db, 'profileIdentity'>, client_id: string, identity_hash: string) =>
  db.profileIdentity.findUnique({ where: { client_id_identity_hash: { client_id, identity_hash } } });

/** Stores whose the identity is, in the caller's transaction; what the profile was known by before is forgotten. */
export async function rememberIdentity(
  db: Db,
  identity: { client_id: string; identity_hash: string; account_id: string; profile_id: string },
): Promise<void> {
  const { client_id, profile_id, identity_hash } = identity;
  await db.profileIdentity.deleteMany({ where: { client_id, profile_id, identity_hash: { not: identity_hash } } });
  await db.profileIdentity.createMany({ data: [identity], skipDuplicates: true });
}

/** Has others who settle the same identity wait until the caller's transaction ends. */
export async function lockIdentity(db: Db, clientId: string, identityHash: string): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${clientId} ${identityHash}`}, 13))`;
}
