import { SealError, type Sealer } from '@kalends/security';
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

/** Where it travels: in our own forms and addresses, or as the `state` of a consent at a provider. */
type Purpose = 'form' | 'google-state';

const associated = (browserId: string, purpose: Purpose) =>
  purpose === 'form' ? `journey:${browserId}` : `${purpose}:${browserId}`;

/** Only the browser that began a journey can go on with it: a form of another site or browser does not open. */
export const sealJourney = (sealer: Sealer, journey: Journey, browserId: string, purpose: Purpose = 'form'): string =>
  sealer.seal(JSON.stringify(journey), associated(browserId, purpose));

/** The journey, or null when it is over, altered, of another browser or for another purpose. */
export function openJourney(
  sealer: Sealer,
  sealed: unknown,
  browserId: string | null,
  now: number,
  purpose: Purpose = 'form',
): Journey | null {
  if (typeof sealed !== 'string' || browserId === null) return null;
  try {
    const journey = JSON.parse(sealer.open(sealed, associated(browserId, purpose))) as Journey;
    return typeof journey.id === 'string' && journey.expires > now ? journey : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
