import type { ChangeBatch, ChangesRead, LastRead } from '../port/provider.port.js';
import { readObject } from '../port/read-object.js';
import type { Connection } from './connection.js';
import { fetchObjects, type FetchedObject } from './fetch-objects.js';
import { listChanges, type ListFrom, type Place } from './list-changes.js';

/** Hrefs per multiget; this bounds memory. */
const batchSize = 500;
/** Multigets in flight at the same time, so that the server works while earlier responses are processed. */
const inFlight = 2;

function toBatch(objects: readonly FetchedObject[], listed: ReadonlyMap<string, string>): ChangeBatch {
  const batch: ChangeBatch = { changed: [], removed: [], skipped: [] };
  for (const { href, etag: returnedEtag, text } of objects) {
    const etag = returnedEtag || (listed.get(href) ?? '');
    if (text === null) {
      batch.removed.push(href);
      continue;
    }
    const read = readObject(text);
    if (typeof read === 'string') batch.skipped!.push({ href, etag, reason: read });
    else batch.changed.push({ href, etag, series: read });
  }
  return batch;
}

function slices<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

interface Reading extends LastRead, ListFrom {
  onBatch: (batch: ChangeBatch) => Promise<void>;
}

/**
 * Reads changes in batches: while one is stored, the next is parsed and the ones after that are in flight. Memory
 * contains two batches and those in flight, besides the hrefs.
 */
export async function readChanges(
  connection: Connection,
  place: Place,
  { cursor, syncCollection, known, onBatch }: Reading,
): Promise<ChangesRead> {
  const listing = await listChanges(connection, place, { cursor, syncCollection });
  const isStored = ([href, etag]: [string, string]) => etag !== '' && known.get(href) === etag;
  const entries = [...listing.present];
  const unchanged = entries.filter(isStored).map(([href]) => href);
  const requested = entries.filter((entry) => !isStored(entry)).map(([href]) => href);
  if (unchanged.length + listing.removed.size > 0) {
    await onBatch({ changed: [], removed: [...listing.removed], unchanged });
  }
  const batches = slices(requested, batchSize);
  const ahead = batches.slice(0, inFlight).map((hrefs) => fetchAhead(connection, place, hrefs));
  let stored = Promise.resolve();
  for (const index of batches.keys()) {
    const objects = await ahead[index]!;
    const later = batches[index + inFlight];
    if (later) ahead.push(fetchAhead(connection, place, later));
    const batch = toBatch(objects, listing.present);
    await stored;
    stored = deferRejection(onBatch(batch));
  }
  await stored;
  return { kind: listing.kind, cursor: listing.cursor };
}

const fetchAhead = (connection: Connection, place: Place, hrefs: string[]): Promise<FetchedObject[]> =>
  deferRejection(fetchObjects(connection, place, hrefs));

/** A failure of a promise that is not awaited yet surfaces when it is awaited. */
function deferRejection<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}
