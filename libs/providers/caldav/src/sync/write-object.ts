import {
  changedObject,
  seriesIn,
  type Scheduling,
  missingEvent,
  maxConflicts,
  ProviderError,
  recurringEvent,
  type RemoteEvent,
  type RequestedChange,
  type WriteTarget,
} from '@kalends/provider-port/sync';
import { hrefOf, resolveHref, samePath } from './addresses.js';
import type { Connection } from './connection.js';
import { beginningOf, detailOf } from './failures.js';
import { getObject, reportedObject, urlOf, type FetchedObject } from './fetch-objects.js';
import type { Place } from './list-changes.js';
import { refusalNamedIn } from './preconditions.js';

const maxTries = 4;

const conflict = (done: string) =>
  new ProviderError(
    'unavailable',
    `The event could not be ${done}: its server answered 412 (precondition failed) to each version that it had named.`,
    { maxAttempts: maxConflicts },
  );

/** The path of a new event: always the same for the same UID, so that a repeated create finds the first one. */
const derivedHref = (place: Place, uid: string): string =>
  hrefOf(resolveHref(`${encodeURIComponent(uid)}.ics`, place.url), place.home);

/** The object at the known href, else at the href of the UID. */
async function currentObject(connection: Connection, place: Place, target: WriteTarget): Promise<FetchedObject> {
  const derived = derivedHref(place, target.uid);
  const known = await getObject(connection, target.href ?? derived, place.home);
  if (known.text !== null || known.href === derived) return known;
  return getObject(connection, derived, place.home);
}

/** The href of a UID (RFC 4791 §7.8.6); null if the server finds none. */
async function findByUid(connection: Connection, place: Place, uid: string): Promise<string | null> {
  const filter = {
    'c:comp-filter': {
      _attributes: { name: 'VCALENDAR' },
      'c:comp-filter': {
        _attributes: { name: 'VEVENT' },
        'c:prop-filter': {
          _attributes: { name: 'UID' },
          'c:text-match': { _attributes: { collation: 'i;octet' }, _text: uid },
        },
      },
    },
  };
  const { url, resources } = await connection.report(
    place.url,
    { depth: '1' },
    {
      'c:calendar-query': { 'd:prop': { 'd:getetag': {} }, 'c:filter': filter },
    },
  );
  for (const { href } of resources.filter(({ status }) => status < 300)) {
    const found = hrefOf(resolveHref(href, url), place.home);
    const { text } = await getObject(connection, found, place.home);
    if (text !== null && seriesIn(text, uid)) return found;
  }
  return null;
}

/** RFC 4791 §5.3.2.1: the UID exists at another href, which the error may name. */
async function conflictingHref(
  connection: Connection,
  place: Place,
  { uid, error }: { uid: string; error: string },
): Promise<string | null> {
  const named = /<(?:[\w-]+:)?href[^>]*>\s*([^<\s]+)\s*</.exec(beginningOf(error))?.[1];
  if (named !== undefined) {
    const href = hrefOf(resolveHref(named, place.url), place.home);
    const isMember =
      resolveHref(named, place.url).startsWith(place.url) && !samePath(urlOf(href, place.home), place.url);
    const { text } = isMember ? await getObject(connection, href, place.home) : { text: null };
    if (text !== null && seriesIn(text, uid)) return href;
  }
  return findByUid(connection, place, uid);
}

async function calendarExists(connection: Connection, place: Place): Promise<boolean> {
  const { status } = await connection.propfind(place.url, { depth: '0' }, ['d:resourcetype']);
  return status !== 404 && status !== 410;
}

async function refusal(
  connection: Connection,
  place: Place,
  { status, body }: { status: number; body: string },
): Promise<ProviderError> {
  const mayBeDeleted = status === 404 || status === 409 || status === 410;
  if (mayBeDeleted && !(await calendarExists(connection, place))) {
    return new ProviderError('calendar-gone', 'The calendar was deleted.');
  }
  return new ProviderError(
    'refused',
    `The server refused the write (${status})${detailOf(body)}`,
    refusalNamedIn(status, beginningOf(body)),
  );
}

interface PutOutcome {
  done?: RemoteEvent;
  /** The href at which the UID exists. */
  elsewhere?: string;
}

/** The new content of an object, replacing the version that was read. */
interface Put {
  uid: string;
  existing: FetchedObject;
  object: string;
}

/** Overwrites exactly the version that was read; does nothing if another client changed it first. */
async function put(connection: Connection, place: Place, write: Put): Promise<PutOutcome> {
  const { uid, existing, object } = write;
  const condition: Record<string, string> =
    existing.text === null ? { 'if-none-match': '*' } : existing.etag === '' ? {} : { 'if-match': existing.etag };
  const response = await connection.send(urlOf(existing.href, place.home), {
    method: 'PUT',
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...condition },
    body: object,
  });
  const body = await connection.text(response);
  if (response.ok) return { done: await written(connection, place, { ...write, response }) };
  const conflict = response.status === 409 || (response.status === 403 && body.includes('no-uid-conflict'));
  const { status } = response;
  if (!conflict && status !== 412) throw await refusal(connection, place, { status, body });
  const isNew = existing.text === null;
  const elsewhere = isNew ? await conflictingHref(connection, place, { uid, error: body }) : null;
  if (conflict && elsewhere === null) throw await refusal(connection, place, { status, body });
  return elsewhere === null ? {} : { elsewhere };
}

/** Without an ETag the server may have changed the object while storing it (RFC 4791 §5.3.4): it is read again. */
async function written(
  connection: Connection,
  place: Place,
  { uid, existing: { href }, object, response }: Put & { response: Response },
): Promise<RemoteEvent> {
  const returnedEtag = response.headers.get('etag')?.trim() ?? '';
  const now =
    returnedEtag === '' || returnedEtag.startsWith('W/')
      ? await getObject(connection, href, place.home)
      : { href, etag: returnedEtag, text: object };
  const series = seriesIn(now.text ?? object, uid);
  if (!series) throw new ProviderError('refused', 'The server stored an unreadable object.');
  return { href, etag: now.etag, series };
}

/** Whether the object has a series, or instances of one, with this UID. */
function recursIn(text: string | null, uid: string): boolean {
  const series = text === null ? null : seriesIn(text, uid);
  return series !== null && (series.recurrence !== undefined || series.master === null);
}

/**
 * Implements {@link CalendarProvider.upsert}: read, change, write conditionally, and repeat after a concurrent change. Each
 * second try takes the etag of reports: on some servers that of GET never matches.
 */
export async function upsertObject(
  connection: Connection,
  place: Place,
  { target, change, now, scheduling }: RequestedChange & { target: WriteTarget; scheduling: Scheduling },
): Promise<RemoteEvent> {
  const { uid } = target;
  let href = target.href;
  let asReported = false;
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await currentObject(connection, place, { uid, href });
    const existing = asReported ? await reportedObject(connection, place, current.href) : current;
    if (target.mustExist && existing.text === null) throw missingEvent();
    if (target.mustNotRecur && recursIn(existing.text, uid)) throw recurringEvent();
    const object = changedObject(existing.text, { uid, change, now, scheduling });
    if (object === existing.text) return { href: existing.href, etag: existing.etag, series: seriesIn(object, uid)! };
    const outcome = await put(connection, place, { uid, existing, object });
    if (outcome.done) return outcome.done;
    asReported = !asReported && !outcome.elsewhere && current.text !== null;
    href = outcome.elsewhere ?? href;
  }
  throw conflict('written');
}

/** The version of the object as it is now, or as reports name it; null: there is no such event any more. */
async function versionToDelete(
  connection: Connection,
  { place, href, reported = false }: { place: Place; href: string; reported?: boolean },
  { uid, mustNotRecur = false }: WriteTarget,
): Promise<string | null> {
  const current = await (reported ? reportedObject(connection, place, href) : getObject(connection, href, place.home));
  if (current.text === null || !seriesIn(current.text, uid)) return null;
  if (mustNotRecur && recursIn(current.text, uid)) throw recurringEvent();
  return current.etag;
}

/**
 * Deletes the event's object, whatever its current version; a missing object counts as deleted. One that must not recur
 * is read first.
 */
export async function removeObject(connection: Connection, place: Place, target: WriteTarget): Promise<void> {
  const { uid, mustNotRecur = false } = target;
  const href = target.href ?? derivedHref(place, uid);
  let etag: string | null = mustNotRecur
    ? await versionToDelete(connection, { place, href }, target)
    : (target.etag ?? '');
  if (etag === null) return;
  for (let tries = 0; tries < maxTries; tries++) {
    const headers: Record<string, string> = etag === '' ? {} : { 'if-match': etag };
    const response = await connection.send(urlOf(href, place.home), { method: 'DELETE', headers });
    const body = await connection.text(response);
    if (response.ok || response.status === 404 || response.status === 410) return;
    if (response.status !== 412) throw await refusal(connection, place, { status: response.status, body });
    etag = await versionToDelete(connection, { place, href, reported: tries % 2 === 0 }, target);
    if (etag === null) return;
  }
  throw conflict('deleted');
}
