import type { Scope } from '@kalends/contracts';

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
