import type { EpochMs } from '@kalends/icalendar';
import { sign, verify } from '../../http/signed.js';

/** How long a page that is open can be used. */
const lifetimeMs = 12 * 3_600_000;

/** What a page was made for. */
interface PageOf {
  linkId: string;
  now: EpochMs;
}

/** Proves that a form is of a page of this link: what only follows addresses, such as a mail scanner, has none. */
export const pageNonce = ({ linkId, now }: PageOf, key: Buffer): string =>
  sign({ use: 'booking-page', link: linkId, at: now }, key);

/** Whether this server made the nonce for this link, less than twelve hours ago. */
export function isPageNonce(nonce: string, { linkId, now }: PageOf, key: Buffer): boolean {
  const value = verify(nonce, key) as { use?: unknown; link?: unknown; at?: unknown } | null;
  if (value?.use !== 'booking-page' || value.link !== linkId || typeof value.at !== 'number') return false;
  return now >= value.at && now - value.at < lifetimeMs;
}
