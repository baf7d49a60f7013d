import { ProviderError } from '@kalends/provider-port/sync';
import { hrefOf, resolveHref, samePath } from './addresses.js';
import type { Connection, DavAnswer } from './connection.js';
import { unlessFaulty } from './failures.js';
import { textOf } from './xml.js';

/** Where a calendar is: `url` of the collection, and `home`, the base of its hrefs. */
export interface Place {
  url: string;
  home: string;
}

/** Hrefs with their etags (`''`: not reported), and deleted hrefs. `cursor`: RFC 6578 sync-token. */
export interface Listing {
  kind: 'delta' | 'full';
  present: Map<string, string>;
  removed: Set<string>;
  cursor: string | null;
}

/** The etag without the weak mark that proxies add when they compress (RFC 9110 §8.8.3). */
export const etagOf = (value: string | null | undefined): string => (value ?? '').trim().replace(/^W\//, '');

const maxPages = 1_000;
const isRefusal = (status: number) => status !== 207;

/** Adds the members of one response; returns whether the server truncated it (RFC 6578 §3.6). */
function addMembers(listing: Listing, answer: DavAnswer, place: Place): boolean {
  let truncated = false;
  for (const { href, status, props } of answer.resources) {
    const url = resolveHref(href, answer.url);
    if (samePath(url, place.url)) {
      truncated ||= status === 507;
      continue;
    }
    if (url.endsWith('/')) continue;
    const member = hrefOf(url, place.home);
    const isDeleted = status === 404 || status === 410;
    if (isDeleted) listing.removed.add(member);
    else listing.removed.delete(member);
    if (isDeleted) listing.present.delete(member);
    else listing.present.set(member, etagOf(textOf(props['getetag'])));
  }
  return truncated;
}

function assertExists(status: number): void {
  if (status === 404 || status === 410) throw new ProviderError('calendar-gone', 'The calendar was deleted.');
}

async function syncCollection(connection: Connection, place: Place, from: string | null): Promise<Listing | undefined> {
  const kind = from === null ? 'full' : 'delta';
  const listing: Listing = { kind, present: new Map(), removed: new Set(), cursor: from };
  for (let page = 0; page < maxPages; page++) {
    const token = listing.cursor;
    const body = { 'd:sync-token': token ?? {}, 'd:sync-level': 1, 'd:prop': { 'd:getetag': {} } };
    const answer = await unlessFaulty(connection.report(place.url, {}, { 'd:sync-collection': body }));
    if (!answer || isRefusal(answer.status)) return undefined;
    const truncated = addMembers(listing, answer, place);
    listing.cursor = answer.syncToken ?? null;
    if (!truncated) return listing;
    if (listing.cursor === null || listing.cursor === token) return undefined;
  }
  return undefined;
}

/** Lists all etags, for servers without sync-collection. */
async function allEtags(connection: Connection, place: Place): Promise<Listing> {
  const answer = await connection.propfind(place.url, { depth: '1', size: 'calendar' }, ['d:getetag']);
  assertExists(answer.status);
  if (answer.status !== 207 || answer.resources.length === 0)
    throw new ProviderError('unavailable', `The calendar answered ${answer.status}.`);
  const listing: Listing = { kind: 'full', present: new Map(), removed: new Set(), cursor: null };
  addMembers(listing, answer, place);
  return listing;
}

/** Where a calendar is listed, and whether its server supports sync-collection (undefined: not reported). */
export interface ListFrom {
  cursor: string | null;
  syncCollection: boolean | undefined;
}

/**
 * Lists what was added, changed or deleted in a calendar since a sync-token (null: everything). A token that the server
 * no longer accepts (RFC 6578 §3.2, valid-sync-token) leads to a full listing, as does a server without
 * sync-collection, or one that fails to answer it.
 */
export async function listChanges(
  connection: Connection,
  place: Place,
  { cursor, syncCollection: supported }: ListFrom,
): Promise<Listing> {
  const { reports } = connection;
  if (supported === false || !reports.isUsable(place.home, 'sync-collection')) return allEtags(connection, place);
  const delta = cursor === null ? undefined : await syncCollection(connection, place, cursor);
  const listing = delta ?? (await syncCollection(connection, place, null));
  if (listing) return listing;
  const etags = await allEtags(connection, place);
  reports.failed(place.home, 'sync-collection');
  return etags;
}
