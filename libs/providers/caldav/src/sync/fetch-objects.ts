import { ProviderError } from '@kalends/provider-port/sync';
import { hrefOf, resolveHref } from './addresses.js';
import type { Connection } from './connection.js';
import { AnswerTooLarge, ServerFault, unlessFaulty } from './failures.js';
import { etagOf, type Place } from './list-changes.js';
import { textOf } from './xml.js';

/** A calendar object resource as it is now; `text: null`: it does not exist, is `tooLarge`, or is not returned (`failure`). */
export interface FetchedObject {
  href: string;
  etag: string;
  text: string | null;
  tooLarge?: true;
  /** Fetched by GET, whose etag is not that of reports on every server. */
  byGet?: true;
  /** How the server answered instead of returning it. */
  failure?: string;
}

/** The first of the requested objects, and the hrefs of the others, which would make the response too long. */
interface FetchedPart {
  objects: FetchedObject[];
  rest: string[];
}

export const urlOf = (href: string, home: string): string => new URL(href, home).href;

/** How often a write meets such an object before it is refused: then it is stored so. */
const maxParts = 12;

/** Something answered with a part of an object, or with a page: what is missing may be there at the next request. */
class PartOfObject extends ProviderError {
  constructor() {
    super('unavailable', 'The server answered with a part of a calendar object, or with something else.', {
      maxAttempts: maxParts,
    });
  }
}

/** How often a write is attempted whose object is not returned before it is refused. */
const maxReads = 5;

/** Not returned this time, which is not yet about the write that needs it: servers and proxies refuse for a few seconds, too. */
class NotReturned extends ProviderError {
  constructor(status: number) {
    super('unavailable', `The server answered ${status}.`, { maxAttempts: maxReads });
  }
}

/** RFC 5545 §3.4. */
const isWhole = (text: string): boolean => /END:VCALENDAR\s*$/i.test(text.slice(-1_000));

/** One object with its current etag; uncompressed, since proxies weaken the etags of responses that they compress. */
export async function getObject(connection: Connection, href: string, home: string): Promise<FetchedObject> {
  const response = await connection.send(urlOf(href, home), { headers: { 'accept-encoding': 'identity' } });
  const text = await connection.text(response);
  if (response.status === 404 || response.status === 410) return { href, etag: '', text: null };
  if (!response.ok) throw new NotReturned(response.status);
  if (!isWhole(text)) throw new PartOfObject();
  return { href, etag: etagOf(response.headers.get('etag')), text };
}

/** Failures of a gateway, and an overload, say nothing about the object. */
const isAboutObject = (error: unknown): error is ProviderError =>
  error instanceof PartOfObject ||
  error instanceof NotReturned ||
  (error instanceof ServerFault
    ? ![502, 503, 504].includes(error.status)
    : error instanceof ProviderError && error.failure === 'refused');

/** One object, of several: that the server does not return it is no failure of the others. */
async function objectOrReason(connection: Connection, href: string, home: string): Promise<FetchedObject> {
  try {
    return { ...(await getObject(connection, href, home)), byGet: true };
  } catch (error) {
    if (!isAboutObject(error)) throw error;
    return { href, etag: '', text: null, failure: error.message };
  }
}

async function oneByOne(connection: Connection, place: Place, hrefs: readonly string[]): Promise<FetchedObject[]> {
  const fetched: FetchedObject[] = [];
  for (const href of hrefs) fetched.push(await objectOrReason(connection, href, place.home));
  return fetched;
}

async function multiget(connection: Connection, place: Place, hrefs: readonly string[]) {
  const extent = { depth: '1', size: hrefs.length > 1 ? 'objects' : 'calendar' } as const;
  const body = { 'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} }, 'd:href': hrefs };
  const answer = await unlessFaulty(connection.report(place.url, extent, { 'c:calendar-multiget': body }));
  if (!answer) return undefined;
  const { status, url, resources } = answer;
  // sabre/dav 1.8 refuses the whole report for one object that is missing: whether the calendar exists is for its listing to say
  if (status === 404 || status === 410) return new Map<string, FetchedObject>();
  if (status !== 207) return undefined;
  const requestedHrefs = new Set(hrefs);
  const found = new Map<string, FetchedObject>();
  for (const resource of resources) {
    const href = hrefOf(resolveHref(resource.href, url), place.home);
    // Xandikos cuts names at a # and responds for the remainder
    if (!requestedHrefs.has(href)) continue;
    const text = textOf(resource.props['calendarData']) ?? null;
    const isDeleted = resource.status === 404 || resource.status === 410;
    if (isDeleted || text !== null) found.set(href, { href, etag: etagOf(textOf(resource.props['getetag'])), text });
  }
  return found;
}

/** One object with the etag that reports have for it. */
export async function reportedObject(connection: Connection, place: Place, href: string): Promise<FetchedObject> {
  const reported = (await multiget(connection, place, [href]))?.get(href);
  if (reported) return reported;
  // the etag first: if the object changes before it is fetched, a write under this etag fails
  const { resources } = await connection.propfind(urlOf(href, place.home), { depth: '0' }, ['d:getetag']);
  const object = await getObject(connection, href, place.home);
  return { ...object, etag: etagOf(textOf(resources[0]?.props['getetag'])) || object.etag };
}

/**
 * Fetches objects by calendar-multiget (RFC 4791 §7.9); if the response is too long, only the first ones. Objects that the
 * server omits or cannot return this way are fetched one by one, as are all if it fails to answer the report.
 */
export async function fetchObjects(
  connection: Connection,
  place: Place,
  hrefs: readonly string[],
): Promise<FetchedPart> {
  const { reports } = connection;
  for (let count = hrefs.length; ; count = Math.ceil(count / 2)) {
    const first = hrefs.slice(0, count);
    const rest = hrefs.slice(count);
    try {
      const found = reports.isUsable(place.home, 'calendar-multiget') && (await multiget(connection, place, first));
      if (!found) {
        const objects = await oneByOne(connection, place, first);
        if (found === undefined) reports.failed(place.home, 'calendar-multiget');
        return { objects, rest };
      }
      const missing = first.filter((href) => !found.has(href));
      return { objects: [...found.values(), ...(await oneByOne(connection, place, missing))], rest };
    } catch (error) {
      if (!(error instanceof AnswerTooLarge)) throw error;
      if (count <= 1) return { objects: first.map((href) => ({ href, etag: '', text: null, tooLarge: true })), rest };
    }
  }
}
