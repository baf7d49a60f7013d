import type { GatewayConfig } from '../../config.js';

/** How far a browser is with a request for permissions; carried sealed for it, like a journey. */
export interface PermissionStep {
  /** The token in the address of the request. */
  token: string;
  /** Profiles whose owner this browser has proved to be. */
  proved: string[];
  /** Why the last sign-in at a provider proved nothing; null: it did, or there was none. */
  problem: string | null;
  /** Language of the pages. */
  lang: string;
  /** Epoch ms. */
  expires: number;
}

/** How long the address of a request works, in ms. */
export const permissionLifetime = 60 * 60_000;

/** How long a browser has for a request, in ms. */
export const permissionStepLifetime = 30 * 60_000;

/** The page on which the user decides. */
export const permissionsUrl = ({ PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>, token: string): string =>
  `${PUBLIC_URL}/oauth/permissions/${token}`;

/** The page after a sign-in at a provider. */
export const permissionsReview = (sealed: string): string => `/oauth/permissions/review?permission=${sealed}`;
