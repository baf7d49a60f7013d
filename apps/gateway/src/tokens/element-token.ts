import { SealError, type Sealer } from '@kalends/security';
import type { ElementBooking, ElementPermission } from '@kalends/public-api';

/** The one event that a page may book. */
export interface SealedBooking extends ElementBooking {
  /** The owner of the calendar. */
  sub: string;
  /** The id of the token's only hold. */
  holdId: string;
}

/** What a page with an Element may do, sealed in its token. */
export interface ElementToken {
  clientId: string;
  /** The API key that requested it, with which it ends. */
  secretId: string;
  permissions: readonly ElementPermission[];
  /** Scheme, host and port of the page. */
  origin: string;
  /** The accounts that it may use. */
  subs: readonly string[];
  /** The bookable events that it may query; absent in tokens of earlier releases. */
  bookableEventIds?: readonly string[];
  booking?: SealedBooking;
  /** Epoch ms of the database: only grants that are no younger count. */
  issued: number;
  /** Epoch ms. */
  expires: number;
}

const associated = 'element-token';

export const sealElementToken = (sealer: Sealer, token: ElementToken): string =>
  sealer.seal(JSON.stringify(token), associated);

/** What was sealed; null for a token that is forged, altered or expired. `now`: epoch ms. */
export function openElementToken(sealer: Sealer, sealed: string, now: number): ElementToken | null {
  try {
    const token = JSON.parse(sealer.open(sealed, associated)) as ElementToken;
    return token.expires > now ? token : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
