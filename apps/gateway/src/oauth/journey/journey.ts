import type { AuthorizationRequest } from './authorization-request.js';

/** How far a user has come; it travels in forms and addresses, sealed for their browser. */
export interface Journey {
  /** Random: what the journey leaves behind is known by it. */
  id: string;
  request: AuthorizationRequest;
  /** The account that is being connected: the browser's, the link token's, or that of a proved identity; else null. */
  accountId: string | null;
  /** The connection that was made last; published when the user allows it. */
  stagedId: string | null;
  /** Whether its provider vouches for who it is (Google); a CalDAV server may be anybody's. */
  vouched: boolean;
  /** The built-in calendar was chosen; it is made when the user allows it. */
  builtIn: { tzid: string } | null;
  /** IANA zone, as chosen by the user. */
  tzid: string;
  /** Epoch ms. */
  expires: number;
}

export const journeyLifetime = 30 * 60_000;

/** Whether there is something that an application can be allowed to use. */
export const isReady = ({ accountId, stagedId, builtIn }: Journey): boolean =>
  accountId !== null || stagedId !== null || builtIn !== null;

/** The page that sends the browser on to Google's consent. */
export const consentAtGoogle = (sealed: string): string => `/oauth/providers/google/start?journey=${sealed}`;
