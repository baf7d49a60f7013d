import {
  ProviderError,
  type ChangeBatch,
  type ChangesRead,
  type Known,
  type LastRead,
  type Lost,
  type ObjectReader,
  type ReadObject,
} from '@kalends/provider-port/sync';
import type { Connection } from './connection.js';
import { fetchObjects, type FetchedObject } from './fetch-objects.js';
import { listChanges, type ListFrom, type Listing, type Place } from './list-changes.js';

/** Hrefs per multiget. */
const batchSize = 500;
/** Characters of the objects in one batch, as far as the size of the previous ones shows: this bounds memory. */
const batchLength = 2_000_000;
/** Multigets in flight at the same time, so that the server works while earlier responses are processed. */
const inFlight = 2;

async function toBatch(
  objects: readonly FetchedObject[],
  listed: ReadonlyMap<string, string>,
  read: (texts: string[]) => Promise<ReadObject[]>,
): Promise<ChangeBatch> {
  const batch: ChangeBatch = { changed: [], removed: [], skipped: [] };
  const results = await read(objects.flatMap(({ text }) => text ?? []));
  for (const { href, etag: returnedEtag, text, tooLarge, byGet, failure: detail } of objects) {
    if (detail !== undefined) {
      // without an etag it is requested again, whether it changes or not
      batch.skipped!.push({ href, etag: '', reason: 'unreadable', detail });
      continue;
    }
    const listedEtag = listed.get(href) ?? '';
    const etag = (byGet ? listedEtag : '') || returnedEtag || listedEtag;
    if (text === null && !tooLarge) {
      batch.removed.push(href);
      continue;
    }
    const result = text === null ? 'unreadable' : results.shift()!;
    if (typeof result === 'string') batch.skipped!.push({ href, etag, reason: result });
    else batch.changed.push({ href, etag, series: result });
  }
  return batch;
}

/** The hrefs still to be fetched, in parts whose size is that of the objects before. */
class Requested {
  private size = batchSize;

  constructor(private hrefs: string[]) {}

  get isEmpty(): boolean {
    return this.hrefs.length === 0;
  }

  next(): string[] {
    const part = this.hrefs.slice(0, this.size);
    this.hrefs = this.hrefs.slice(this.size);
    return part;
  }

  /** Learns how large objects are, and takes back what was not fetched. */
  fetched(objects: readonly FetchedObject[], rest: readonly string[]): void {
    const length = objects.reduce((sum, { text, tooLarge }) => sum + (tooLarge ? batchLength : (text?.length ?? 0)), 0);
    const each = Math.max(1, length / Math.max(1, objects.length));
    this.size = Math.max(1, Math.min(batchSize, Math.floor(batchLength / each)));
    if (rest.length > 0) this.hrefs = [...rest, ...this.hrefs];
  }
}

/** Known objects without an etag that are requested with every read; more are with a full one only. */
const maxUnread = 20;

/** Adds objects that the server did not return before: it may by now, though it has not changed. */
function addUnread({ present, removed }: Listing, known: Known): void {
  const unread = [...known].filter(([href, etag]) => etag === '' && !present.has(href) && !removed.has(href));
  if (unread.length <= maxUnread) for (const [href] of unread) present.set(href, '');
}

interface Reading extends LastRead, ListFrom {
  onBatch: (batch: ChangeBatch) => Promise<void>;
  reader: ObjectReader;
}

/**
 * Reads changes in batches: while one is stored, the next is parsed and the ones after that are in flight. Memory
 * contains two batches and those in flight, each of a bounded size, besides the hrefs.
 */
export async function readChanges(
  connection: Connection,
  place: Place,
  { cursor, syncCollection, known, onBatch, reader }: Reading,
): Promise<ChangesRead> {
  const listing = await listChanges(connection, place, { cursor, syncCollection });
  if (listing.kind === 'delta') addUnread(listing, known);
  const isStored = ([href, etag]: [string, string]) => etag !== '' && known.get(href) === etag;
  const entries = [...listing.present];
  const unchanged = entries.filter(isStored).map(([href]) => href);
  const requested = entries.filter((entry) => !isStored(entry)).map(([href]) => href);
  if (unchanged.length + listing.removed.size > 0) {
    await onBatch({ changed: [], removed: [...listing.removed], unchanged });
  }
  const waiting = new Requested(requested);
  const lost: Lost = { objects: 0, ms: 0 };
  const ahead: ReturnType<typeof fetchAhead>[] = [];
  const fetchMore = () => {
    while (ahead.length < inFlight && !waiting.isEmpty) ahead.push(fetchAhead(connection, place, waiting.next()));
  };
  let stored = Promise.resolve();
  let isShown = unchanged.length > 0;
  let isFailed = false;
  fetchMore();
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const { objects, rest } = await next;
    waiting.fetched(objects, rest);
    fetchMore();
    const batch = await toBatch(objects, listing.present, (texts) => reader.read(texts, lost));
    isShown ||= objects.some(({ failure }) => failure === undefined);
    isFailed ||= objects.some(({ failure }) => failure !== undefined);
    await stored;
    stored = deferRejection(onBatch(batch));
  }
  await stored;
  if (listing.kind === 'full' && isFailed && !isShown)
    throw new ProviderError('refused', 'The server returns none of the calendar’s events.');
  return { kind: listing.kind, cursor: listing.cursor };
}

const fetchAhead = (connection: Connection, place: Place, hrefs: string[]): ReturnType<typeof fetchObjects> =>
  deferRejection(fetchObjects(connection, place, hrefs));

/** A failure of a promise that is not awaited yet surfaces when it is awaited. */
function deferRejection<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}
