/**
 * These texts one after the other, as UTF-8. A long answer costs half of what its string would: the texts are not made
 * one first, and what is ASCII is copied, not encoded. `memory`: bytes to write to.
 */
export function utf8Of(texts: readonly string[], memory: (length: number) => Buffer = Buffer.allocUnsafe): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = memory(lengths.reduce((total, length) => total + length, 0));
  let at = 0;
  texts.forEach((text, index) => {
    const isAscii = lengths[index] === text.length;
    at += bytes.write(text, at, isAscii ? 'latin1' : 'utf8');
  });
  return bytes;
}
