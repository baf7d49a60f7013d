import type { Scope } from '@kalends/contracts';
import { SealError, type Sealer } from '@kalends/security';

/** A disconnected profile whose owner is connecting it again; it travels sealed for their browser, like a journey. */
export interface Relink {
  accountId: string;
  clientId: string;
  profileId: string;
  /** As the profile is shown: an e-mail address, or a user name. */
  profileName: string;
  /** What the account's applications were allowed: the provider is asked for as much. */
  scope: Scope[];
  /** Language of the pages. */
  lang: string;
  /** Epoch ms. */
  expires: number;
}

export const relinkLifetime = 30 * 60_000;

/** Where it travels: in our own forms and addresses, or as the `state` of a consent at a provider. */
type RelinkPurpose = 'relink' | 'google-relink-state';

export const sealRelink = (
  sealer: Sealer,
  relink: Relink,
  browserId: string,
  purpose: RelinkPurpose = 'relink',
): string => sealer.seal(JSON.stringify(relink), `${purpose}:${browserId}`);

/** What is being relinked, or null when it is over, altered, of another browser or for another purpose. */
export function openRelink(
  sealer: Sealer,
  sealed: unknown,
  browserId: string | null,
  now: number,
  purpose: RelinkPurpose = 'relink',
): Relink | null {
  if (typeof sealed !== 'string' || browserId === null) return null;
  try {
    const relink = JSON.parse(sealer.open(sealed, `${purpose}:${browserId}`)) as Relink;
    return relink.expires > now ? relink : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
