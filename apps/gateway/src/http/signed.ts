import { createHmac, timingSafeEqual } from 'node:crypto';

const signature = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest('base64url');

/** `<base64url JSON>.<base64url HMAC-SHA256>` of a value that is to come back unchanged; safe as one path segment. */
export function sign(value: unknown, key: Buffer): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${signature(text, key)}`;
}

/** The value, or null when it was not signed with this key. */
export function verify(signed: string, key: Buffer): unknown {
  const [text, mac] = signed.split('.');
  if (!text || !mac) return null;
  const [expected, given] = [Buffer.from(signature(text, key)), Buffer.from(mac)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
