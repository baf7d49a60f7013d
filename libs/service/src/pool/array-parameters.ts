const TEXT = 25;
const JSONB = 3802;
const jsonbVersion = 1;

/**
 * Texts (`null`: NULL) as one parameter of type `text[]`, in PostgreSQL's binary format (`array_recv`): neither side
 * quotes or parses anything, and no text is held a second time as part of a larger one.
 */
export const textArray = (texts: readonly (string | null)[]): Buffer => arrayOf(TEXT, texts, '');

/** JSON texts (`null`: NULL) as one parameter of type `jsonb[]`, likewise. */
export const jsonbArray = (texts: readonly (string | null)[]): Buffer =>
  arrayOf(JSONB, texts, String.fromCharCode(jsonbVersion));

/** Dimensions, whether there are NULLs, the elements' type; then count, lower bound, and each element behind its length. */
function arrayOf(type: number, texts: readonly (string | null)[], prefix: string): Buffer {
  const lengths = texts.map((text) => (text === null ? 0 : prefix.length + Buffer.byteLength(text)));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, texts.length === 0 ? 12 : 20));
  let end = bytes.writeInt32BE(texts.length === 0 ? 0 : 1, 0);
  end = bytes.writeInt32BE(texts.includes(null) ? 1 : 0, end);
  end = bytes.writeInt32BE(type, end);
  if (texts.length === 0) return bytes;
  end = bytes.writeInt32BE(texts.length, end);
  end = bytes.writeInt32BE(1, end);
  texts.forEach((text, index) => {
    end = bytes.writeInt32BE(text === null ? -1 : (lengths[index] ?? 0), end);
    if (text === null) return;
    end += bytes.write(prefix, end, 'latin1');
    end += bytes.write(text, end, 'utf8');
  });
  return bytes;
}
