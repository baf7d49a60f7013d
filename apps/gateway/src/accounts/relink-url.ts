import { createHmac } from 'node:crypto';
import type { ProfileRecord } from '@kalends/contracts';
import { sameSecret } from '@kalends/security';
import type { GatewayConfig } from '../config.js';

type Keys = Pick<GatewayConfig, 'ENCRYPTION_KEY'>;

/**
 * The key is derived from the oldest encryption key, so that adding a newer one changes no address that an application
 * shows.
 */
function tokenOf({ ENCRYPTION_KEY }: Keys, profileId: string): string {
  const key = createHmac('sha256', ENCRYPTION_KEY.at(-1)!).update('relink').digest();
  return createHmac('sha256', key).update(profileId).digest('base64url');
}

/** Where the owner of a disconnected profile connects it again. It identifies the profile, but grants no access. */
export const relinkUrlOf =
  (config: Keys & Pick<GatewayConfig, 'PUBLIC_URL'>) =>
  (profileId: string): string =>
    `${config.PUBLIC_URL}/oauth/relink/${profileId}/${tokenOf(config, profileId)}`;

export type RelinkUrl = ReturnType<typeof relinkUrlOf>;

/** Whether its owner has to connect it again: it is disconnected, or its provider ends the consent within a day. */
export const needsRelink = ({ connected, expires_at, warnings = [] }: ProfileRecord): boolean =>
  !connected || (expires_at !== undefined && warnings.some(({ code }) => code === 'consent_ends'));

/** Whether Kalends issued that address: guessed addresses do not reveal which profiles exist. */
export const isRelinkToken = (config: Keys, profileId: string, token: string): boolean =>
  sameSecret(token, tokenOf(config, profileId));
