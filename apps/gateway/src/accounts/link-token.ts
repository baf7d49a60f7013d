import { SealError, type Sealer } from '@kalends/security';

/** Names the account that the next authorization adds to (AUTH-9); sealed against forgery. */
interface LinkToken {
  accountId: string;
  clientId: string;
  /** Epoch ms. */
  expires: number;
}

const lifetime = 5 * 60_000;
const associated = 'link-token';

/** `now`: epoch ms. */
export const sealLinkToken = (
  sealer: Sealer,
  { accountId, clientId }: Omit<LinkToken, 'expires'>,
  now: number,
): string =>
  sealer.seal(JSON.stringify({ accountId, clientId, expires: now + lifetime } satisfies LinkToken), associated);

/** A link token as sent by an application. */
interface PresentedToken {
  token: string;
  clientId: string;
}

/** The account, or null when the token is forged, of another application, or older than 5 minutes. `now`: epoch ms. */
export function openLinkToken(sealer: Sealer, { token, clientId }: PresentedToken, now: number): string | null {
  try {
    const link = JSON.parse(sealer.open(token, associated)) as LinkToken;
    return link.clientId === clientId && link.expires > now ? link.accountId : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
