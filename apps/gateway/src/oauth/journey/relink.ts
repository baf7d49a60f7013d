import type { Scope } from '@kalends/public-api';
import type { PermissionStep } from './permission-step.js';

/** A disconnected profile whose owner is connecting it again; carried sealed for their browser, like a journey. */
export interface Relink {
  accountId: string;
  clientId: string;
  profileId: string;
  /** As displayed: an e-mail address, or a user name. */
  profileName: string;
  /** The scopes granted to the account's applications: the same are requested from the provider. */
  scope: Scope[];
  /** Language of the pages. */
  lang: string;
  /** Signing in proves whose profile it is, for a request for permissions, to which the browser returns. */
  permission?: PermissionStep;
  /** Epoch ms. */
  expires: number;
}

export const relinkLifetime = 30 * 60_000;
