import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** SHA-256 of the text (as UTF-8) in lower-case hex; how tokens are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** A random text of exactly `length` URL-safe characters, 6 bits of randomness each. */
export function randomToken(length = 43): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 63]).join('');
}

/** True if both texts are equal; takes the same time wherever they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
