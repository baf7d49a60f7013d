/** 32 bytes from 64 hex digits or base64/base64url; undefined for anything else. */
export function decodeKey(text: string): Uint8Array | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Uint8Array.from(Buffer.from(text, 'hex'));
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.length === 32 ? bytes : undefined;
}
