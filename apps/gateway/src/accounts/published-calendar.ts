import type { PasswordProviderName } from '@kalends/contracts';
import { httpAddress } from '@kalends/provider-port';
import { isPublished } from '@kalends/provider-registry';
import { sha256 } from '@kalends/security';
import type { StagedConnection } from '../generated/prisma/client.js';
import type { CaldavCredentials } from './identities.js';

/** The address of a published calendar as it is requested: `webcal`, or no scheme, is https. Null: it is none. */
export function publishedAddress(entered: string): string | null {
  const text = httpAddress(entered);
  const address = text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? new URL(address).href : null;
}

/** A published calendar as credentials: its address takes the place of the password, since it may be all that protects it. */
export function publishedCredentials(provider_name: PasswordProviderName, address: string): CaldavCredentials {
  const { origin, host } = new URL(address);
  return { provider_name, url: `${origin}/`, username: host, password: address };
}

/** What is stored of a published calendar until it is known which account gets it. */
export const publishedHash = (principal: string): string => sha256(`published-calendar\n${principal}`);

/**
 * The identity of a connection in an account (null: not known yet). Whoever knows the address of a published calendar is not known by
 * it: it is the same profile only within one account.
 */
export function identityIn(
  { provider_name, identity_hash }: Pick<StagedConnection, 'provider_name'> & { identity_hash: string },
  accountId: string | null,
): string | null {
  if (!isPublished({ provider_name: provider_name ?? '' })) return identity_hash;
  return accountId === null ? null : sha256(`${accountId}\n${identity_hash}`);
}
