/** Charsets whose bytes are all ASCII, or full of NUL, and so are valid UTF-8 although the text is not. */
const OTHER_SHAPE = /^(utf-?16|iso-?2022|hz-)/i;

/**
 * The text of a calendar part. Declared charsets are often wrong: valid UTF-8 is read as UTF-8, then the declared charset is
 * tried, then windows-1252. Lines are unfolded before decoding, as some programs fold inside a character (RFC 5545 §3.1
 * warns of it).
 */
export function calendarText(bytes: Buffer, charset: string | undefined): string {
  const declared = charset && OTHER_SHAPE.test(charset) ? decoder(charset) : null;
  if (declared) return declared.decode(bytes);
  const unfolded = Buffer.from(bytes.toString('latin1').replace(/\r?\n[ \t]/g, ''), 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unfolded);
  } catch {
    const other = charset && !/^utf-?8$/i.test(charset) ? decoder(charset) : null;
    return (other ?? new TextDecoder('windows-1252')).decode(unfolded);
  }
}

function decoder(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}
