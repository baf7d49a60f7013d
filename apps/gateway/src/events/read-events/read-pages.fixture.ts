import { decodeCursor } from './cursor.js';
import type { ReaderKey } from './page.js';
import type { ReadEvents, ReadRequest } from './read-events.js';

interface Paged {
  pages: { next_page?: string };
}

/** The text of a successful response. */
export function jsonOf(answer: Awaited<ReturnType<ReadEvents['read']>>): string {
  if (typeof answer === 'string') throw new Error(answer);
  return answer.json;
}

/** A read's bodies, page after page to the last. */
export async function readPages<Body extends Paged>(
  events: ReadEvents,
  readerKey: ReaderKey,
  request: ReadRequest,
  cursorKey: Buffer,
): Promise<Body[]> {
  const read = async (one: ReadRequest) => JSON.parse(jsonOf(await events.read(readerKey, one, true))) as Body;
  const bodies = [await read(request)];
  for (let next = bodies[0]!.pages.next_page; next; next = bodies.at(-1)!.pages.next_page) {
    const cursor = decodeCursor(next.split('/').at(-1)!, cursorKey)!;
    bodies.push(await read({ ...cursor, cursor }));
  }
  return bodies;
}
