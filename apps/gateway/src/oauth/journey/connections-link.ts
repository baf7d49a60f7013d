import type { Sealer } from '@kalends/security';
import { openState, sealState } from './sealed-state.js';

const minute = 60_000;

/** How long the address of a user's connections works. */
const linkLifetime = 60 * minute;

const associated = 'connections-link';

/** An account whose user an application sends to the list of their connections; sealed against forgery. */
export const sealConnectionsLink = (sealer: Sealer, accountId: string, now: number): string =>
  sealState(sealer, { accountId, expires: now + linkLifetime }, associated);

/** The account; null: forged, or older than an hour. `now`: epoch ms. */
export function openConnectionsLink(sealer: Sealer, sealed: unknown, now: number): string | null {
  const link = openState<{ accountId: string; expires: number }>(sealer, sealed, associated);
  return link !== null && link.expires > now ? link.accountId : null;
}
