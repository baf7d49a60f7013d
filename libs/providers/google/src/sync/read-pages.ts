import { ProviderError, egressRefusalIn } from '@kalends/provider-port/sync';
import { eventsPath, type GoogleApi } from './google-api.js';
import { eventIn, itemsOf, type GoogleEvent, type GoogleList } from './resources.js';

/** Events per page and per batch; this bounds memory. */
export const maxPerPage = 500;
const calendarGone = () => new ProviderError('calendar-gone', 'The calendar was deleted.');

interface Listing {
  calendarId: string;
  query: Record<string, string | undefined>;
  /** Events per page. */
  pageSize: number;
}

/**
 * Yields all pages of a listing; only the last one has the cursor. Null: Google named none; `invalid-token`: the sync token
 * is no longer valid. A page that is too large fails as {@link inPagesThatFit} expects.
 */
export async function readPages(
  api: GoogleApi,
  { calendarId, query, pageSize }: Listing,
  onPage: (events: GoogleEvent[]) => Promise<void>,
): Promise<string | null | 'invalid-token'> {
  for (let pageToken: string | undefined; ;) {
    const { status, body } = await api.call<GoogleList<unknown>>(eventsPath(calendarId), {
      query: { singleEvents: 'false', maxResults: String(pageSize), ...query, pageToken },
      // 400: a token of another address or project
      understands: query['syncToken'] === undefined ? [] : [400],
    });
    if (status === 410 || (status === 400 && query['syncToken'] !== undefined)) return 'invalid-token';
    if (status === 404) throw calendarGone();
    if (status >= 400) throw new ProviderError('unavailable', `Google answered ${status} to a listing.`);
    await onPage(itemsOf(body).flatMap((one) => eventIn(one) ?? []));
    pageToken = body.nextPageToken;
    if (pageToken === undefined) return body.nextSyncToken ?? null;
  }
}

/**
 * Reads a list from its beginning with 500, 50, 5 and at last one event per page, until no answer is larger than is read.
 * A page token cannot be used with another page size: the next page is the same request with the token (Google,
 * guides/pagination). Throws the failure of the last attempt.
 */
export async function inPagesThatFit<Read>(read: (pageSize: number) => Promise<Read>): Promise<Read> {
  for (let pageSize = maxPerPage; ; pageSize = Math.ceil(pageSize / 10)) {
    try {
      return await read(pageSize);
    } catch (error) {
      if (pageSize === 1 || egressRefusalIn(error)?.reason !== 'too-large') throw error;
    }
  }
}
