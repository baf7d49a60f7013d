/** More than any mail program produces; a mail with more is not parsed. */
const LIMITS = { multiparts: 50, parts: 900, bytes: 26_000_000 };

/**
 * Whether a raw mail is small and flat enough to be parsed, by one scan over its bytes. The number of multipart and message
 * headers is an upper bound of their depth.
 */
export function isWithinBounds(raw: Buffer): boolean {
  if (raw.length > LIMITS.bytes) return false;
  const text = raw.toString('latin1');
  const header = /^content-type[ \t]*:(?:[ \t]|\r?\n[ \t])*(multipart|message)?/gim;
  let parts = 0;
  let multiparts = 0;
  for (let match = header.exec(text); match; match = header.exec(text)) {
    parts += 1;
    multiparts += match[1] ? 1 : 0;
    if (parts > LIMITS.parts || multiparts > LIMITS.multiparts) return false;
  }
  return true;
}
