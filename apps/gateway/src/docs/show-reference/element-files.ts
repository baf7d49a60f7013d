import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Written by libs/elements; the same place from sources, builds, bundles and images. */
const place = new URL('../../../../../libs/elements/dist/elements.js', import.meta.url);

interface Script {
  text: Buffer;
  gzip: Buffer;
  /** Strong: of the text, or of its compressed form. */
  tags: { text: string; gzip: string };
}

let read: Script | undefined;

/** The script of Elements, and its validators. */
export function elementScript(): Script {
  if (read) return read;
  const text = readFileSync(place);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  read = { text, gzip: gzipSync(text, { level: 9 }), tags: { text: `"${hash}"`, gzip: `"${hash}-gz"` } };
  return read;
}
