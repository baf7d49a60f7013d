import { SealError, type Sealer } from '@kalends/service';
import type { AuthorizationRequest } from './authorization-request.js';

/** How far a user has come; it travels in the forms, sealed for their browser. */
export interface Journey {
  request: AuthorizationRequest;
  /** The account that is being connected; null until there is one. */
  accountId: string | null;
  profileId: string | null;
  /** Made in this journey: it goes again when the user denies. */
  newAccount: boolean;
  /** The built-in calendar was chosen; it is made when the user allows. */
  builtIn: { tzid: string } | null;
  /** Epoch ms. */
  expires: number;
}

export const journeyLifetime = 30 * 60_000;

const associated = (browserId: string) => `journey:${browserId}`;

/** Only the browser that began a journey can go on with it: a form of another site or browser does not open. */
export const sealJourney = (sealer: Sealer, journey: Journey, browserId: string): string =>
  sealer.seal(JSON.stringify(journey), associated(browserId));

/** The journey, or null when it is over, altered, or of another browser. */
export function openJourney(sealer: Sealer, sealed: unknown, browserId: string | null, now: number): Journey | null {
  if (typeof sealed !== 'string' || browserId === null) return null;
  try {
    const journey = JSON.parse(sealer.open(sealed, associated(browserId))) as Journey;
    return journey.expires > now ? journey : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
