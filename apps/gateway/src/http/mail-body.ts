import type { Readable } from 'node:stream';

/** For submitted mail. */
const mailLimit = 5 * 1024 * 1024;

/** Beyond this, the connection is closed; up to it, the response states that the mail is too large. */
const drainLimitBytes = 64 * 1024 * 1024;

/** Too large, with the status that the errors filter maps. */
class TooLarge extends Error {
  readonly statusCode = 413;
}

/** Reads a mail; a larger one is read to its end and discarded, because clients read a response only then. */
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
