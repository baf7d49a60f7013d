const LINE = 76;

/** Whether the text may stand as it is (RFC 2045 §2.7): ASCII, lines of at most 998 octets that end in CRLF. */
export const isSevenBit = (text: string): boolean =>
  /^[\t\r\n\x20-\x7e]*$/.test(text) && !/\r(?!\n)|(?<!\r)\n|[^\r\n]{999}/.test(text);

/** RFC 2045 §6.8, CRLF after each line. */
export function base64Lines(text: string): string {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  return (encoded.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []).map((line) => `${line}\r\n`).join('');
}

/** RFC 2045 §6.7, of text in UTF-8; line breaks of any kind become CRLF. */
export function quotedPrintable(text: string): string {
  return (
    text
      .split(/\r\n|\n|\r/)
      .map(quotedLine)
      .join('\r\n') + '\r\n'
  );
}

function quotedLine(line: string): string {
  let out = '';
  let length = 0;
  const bytes = Buffer.from(line, 'utf8');
  bytes.forEach((byte, i) => {
    const isLast = i === bytes.length - 1;
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
    const isSpace = (byte === 0x20 || byte === 0x09) && !isLast;
    const piece =
      isPlain || isSpace ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (length + piece.length > LINE - 1) {
      out += '=\r\n';
      length = 0;
    }
    out += piece;
    length += piece.length;
  });
  return out;
}

/** Unstructured header text: as it is, or in encoded words (RFC 2047) folded over lines. */
export function headerText(text: string): string {
  const plain = text.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim();
  if (/^[\x20-\x7e]{0,60}$/.test(plain) && !plain.includes('=?')) return plain;
  const words: string[] = [];
  let word = '';
  for (const char of plain) {
    if (Buffer.byteLength(word + char) > 39) {
      words.push(word);
      word = '';
    }
    word += char;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part, 'utf8').toString('base64')}?=`).join('\r\n ');
}
