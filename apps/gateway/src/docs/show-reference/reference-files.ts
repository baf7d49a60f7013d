import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Written by tools/bundle: the reader of the reference, compressed. */
const place = new URL('../../../web/reference.js.gz', import.meta.url);

let read: Buffer | undefined;

/** The script of the reader, compressed with gzip if the browser accepts that. */
export function referenceReader(acceptsGzip: boolean): Buffer {
  read ??= readFileSync(place);
  return acceptsGzip ? read : gunzipSync(read);
}
