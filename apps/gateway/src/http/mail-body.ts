import type { Readable } from 'node:stream';

/** Of a mail that is handed in. */
const mailLimit = 5 * 1024 * 1024;

/** A client that sends more than this sees its connection end; up to it the answer says that the mail is too large. */
const drainLimitBytes = 64 * 1024 * 1024;

/** Too large, by the status that the errors filter knows. */
class TooLarge extends Error {
  readonly statusCode = 413;
}

/** Reads a mail; a larger one is read to its end without keeping it, because clients hear an answer only then. */
export async function readMail(body: Readable): Promise<Buffer> {
  let [chunks, bytes] = [[] as Buffer[], 0];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > drainLimitBytes) break;
    if (bytes > mailLimit) chunks = [];
    else chunks.push(chunk);
  }
  if (bytes > mailLimit) throw new TooLarge('The mail is larger than 5 MiB.');
  return Buffer.concat(chunks);
}
