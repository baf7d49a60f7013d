import type { ConsentProviderId, PasswordProviderName, ProvedIdentity } from '@kalends/contracts';
import { canonicalPrincipal, sha256 } from '@kalends/security';
import type { Db } from '../tokens/grants.js';

/** A CalDAV account as entered. */
export interface CaldavCredentials {
  provider_name: PasswordProviderName;
  url?: string;
  username: string;
  password: string;
}

/**
 * Two consents are the same profile if the provider's own id of the person is the same. An e-mail address can change hands
 * and is not used.
 */
export const oauthIdentityHash = (provider: ConsentProviderId, subject: string): string =>
  sha256(`${provider}\n\n${subject}`);

const principalHash = (origin: string, principal: string) => sha256(['caldav-principal', origin, principal].join('\n'));

/** Two CalDAV connections are the same profile if the server proved the same identity, in whichever form it is written. */
export const caldavIdentityHash = ({ origin, principal }: ProvedIdentity): string =>
  principalHash(origin, canonicalPrincipal(principal));

/**
 * The hash under which an application has the identity: earlier releases stored it as the server wrote it. The canonical one
 * if it has none.
 */
export async function storedIdentityHash(
  db: Pick<Db, 'profileIdentity'>,
  client_id: string,
  identity: ProvedIdentity,
): Promise<string> {
  const canonical = canonicalPrincipal(identity.principal);
  const forms = [identity.principal, canonical, canonical.replace(/(?<=[^/])\/$/, '')];
  const hashes = forms.map((principal) => principalHash(identity.origin, principal));
  const found = await db.profileIdentity.findMany({ where: { client_id, identity_hash: { in: hashes } } });
  const isStored = (hash: string) => found.some(({ identity_hash }) => identity_hash === hash);
  return hashes.find(isStored) ?? caldavIdentityHash(identity);
}

/**
 * The identity as stored before identities were proved, derived from entered values. It is used only to find the profile
 * whose stored password may prove the same identity.
 */
export function earlierIdentityHash({ provider_name, url, username }: CaldavCredentials): string {
  const host = url && URL.canParse(url) ? new URL(url).host : '';
  return sha256([provider_name, host, username.trim().toLowerCase()].join('\n'));
}

/** The profile and account of the application that have the identity. */
export const findIdentity = (db: Pick<Db, 'profileIdentity'>, client_id: string, identity_hash: string) =>
  db.profileIdentity.findUnique({ where: { client_id_identity_hash: { client_id, identity_hash } } });

/** Stores the owner of the identity, in the caller's transaction; the profile's earlier identity is deleted. */
export async function saveIdentity(
  db: Db,
  identity: { client_id: string; identity_hash: string; account_id: string; profile_id: string },
): Promise<void> {
  const { client_id, profile_id, identity_hash } = identity;
  await db.profileIdentity.deleteMany({ where: { client_id, profile_id, identity_hash: { not: identity_hash } } });
  await db.profileIdentity.createMany({ data: [identity], skipDuplicates: true });
}

/** Locks an identity against others who settle it, until the caller's transaction ends. */
export async function lockIdentity(db: Db, clientId: string, identityHash: string): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${clientId} ${identityHash}`}, 13))`;
}
