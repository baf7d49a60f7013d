import { ApiError, invalid } from '../api-error.js';
import { printToken, readToken, type TokenContent } from '../opaque-token.js';

interface Changed {
  /** The sort key of a full listing, chosen so that concurrent changes move nothing out of it. */
  key: string;
  changed: number;
}

interface Listing<Item extends Changed> {
  of: string;
  epoch: number;
  /** Number of the latest change. */
  latest: number;
  items: readonly Item[];
  query: URLSearchParams;
  defaultSize: number;
  maxSize: number;
}

interface Page<Item> {
  items: Item[];
  isDelta: boolean;
  tokens: { nextPageToken?: string; nextSyncToken?: string };
}

const fullSyncRequired = () =>
  new ApiError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {}, 'calendar');

/** Where a listing begins: from the start, from a sync token, or at the next page of either. */
function begin<Item extends Changed>({ of, epoch, latest, query }: Listing<Item>): TokenContent {
  const [pageToken, syncToken] = [query.get('pageToken'), query.get('syncToken')];
  if (pageToken) {
    const page = readToken(pageToken, 'page');
    if (!page || page.of !== of) throw invalid('Invalid page token value.');
    return page;
  }
  if (!syncToken) return { kind: 'page', of, epoch, since: 0, until: latest, offset: '' };
  const sync = readToken(syncToken, 'sync');
  if (!sync || sync.of !== of || sync.epoch !== epoch) throw fullSyncRequired();
  return { ...sync, kind: 'page', until: latest, offset: '' };
}

const place = (item: Changed, isDelta: boolean) => (isDelta ? String(item.changed).padStart(15, '0') : item.key);

/**
 * One page: in the order of changes for an incremental listing, else in key order. Only the last page has the sync
 * token, which covers the state when the first page was requested.
 */
export function pageOf<Item extends Changed>(
  listing: Listing<Item>,
  isListed: (item: Item, isDelta: boolean) => boolean,
): Page<Item> {
  const at = begin(listing);
  const isDelta = at.since > 0;
  const requestedSize = Number(listing.query.get('maxResults') ?? listing.defaultSize);
  if (!Number.isInteger(requestedSize) || requestedSize < 1) throw invalid('Invalid value for maxResults.');
  const size = Math.min(requestedSize, listing.maxSize);
  const all = listing.items
    .filter((item) => item.changed > at.since && place(item, isDelta) > at.offset && isListed(item, isDelta))
    .sort((a, b) => (place(a, isDelta) < place(b, isDelta) ? -1 : 1));
  const items = all.slice(0, size);
  if (all.length > size) {
    return { items, isDelta, tokens: { nextPageToken: printToken({ ...at, offset: place(items.at(-1)!, isDelta) }) } };
  }
  const sync: TokenContent = { ...at, kind: 'sync', since: Math.max(1, at.until), offset: '' };
  return { items, isDelta, tokens: { nextSyncToken: printToken(sync) } };
}
