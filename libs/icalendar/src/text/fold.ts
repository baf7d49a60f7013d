const LIMIT = 75;

/**
 * Folds a logical line at 75 octets of UTF-8 (RFC 5545 §3.1), never inside a character; the result includes the CRLF.
 */
export function fold(line: string): string {
  if (line.length * 3 <= LIMIT) return `${line}\r\n`;
  if (/^[\x20-\x7e]*$/.test(line)) return foldAscii(line);
  let out = '';
  let octets = 0;
  for (const char of line) {
    const size = octetsOf(char.codePointAt(0)!);
    if (octets + size > LIMIT) {
      out += '\r\n ';
      octets = 1;
    }
    out += char;
    octets += size;
  }
  return `${out}\r\n`;
}

function foldAscii(line: string): string {
  const parts = [line.slice(0, LIMIT)];
  for (let at = LIMIT; at < line.length; at += LIMIT - 1) parts.push(line.slice(at, at + LIMIT - 1));
  return `${parts.join('\r\n ')}\r\n`;
}

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
