import { type ReadEventsQuery } from '@kalends/public-api';
import { type EpochMs, instantMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { readUserinfo } from '../../accounts/present-account.js';
import type { RelinkUrl } from '../../accounts/relink-url.js';
import { readBeyond } from './read-beyond.queries.js';
import { encodeCursor, type Cursor, type Filter } from './cursor.js';
import { presentFreeBusy, type FreeBusyView } from './free-busy.present.js';
import { withOptions } from './event-options.js';
import { withGoogleIds } from './google-event-ids.js';
import { CountCache } from './count-cache.js';
import { joinWithoutGeo, needsPlaces, presentEvents } from './read-events.present.js';
import { pageSize } from './page-sql.js';
import type { Page, Reader, ReaderKey } from './page.js';
import { presentTruncated } from './truncated.present.js';
import { readPage } from './read-events.queries.js';
import type { ReplicaReads } from './replica-reads.js';
import type { Window } from './window.js';

export interface ReadRequest {
  window: Window;
  filter: Filter;
  localized: boolean;
  userinfo: boolean;
  /** Include Google's ids for events at Google. */
  googleIds?: boolean;
  /** Include the coordinates of locations. */
  geo?: boolean;
  /** Null: whole events. */
  freeBusy: FreeBusyView | null;
  /** Null for the first page. */
  cursor: Cursor | null;
}

/** The account of a page, the event after which it begins, its number and the total. */
type PagePlace = Pick<Cursor, 'accountId' | 'position' | 'page' | 'total'>;

type ReadRefusal = 'unknown-token' | 'insufficient-scope' | 'foreign-cursor';

/** Scopes of a read: the application's own events need none (EVT-4). */
const allowed = ({ scope }: Reader, { filter, freeBusy }: ReadRequest) =>
  filter.managed === 'only' || scope.includes('read_events') || (freeBusy !== null && scope.includes('read_free_busy'));

type FilterQuery = Partial<Pick<ReadEventsQuery, 'event_types'>> &
  Pick<ReadEventsQuery, 'calendar_ids' | 'last_modified' | 'include_deleted' | 'only_managed' | 'include_managed'> &
  Partial<Pick<ReadEventsQuery, 'include_moved'>>;

/** The filter of the query's parameters; managed events follow the application's default (EVT-4). */
export function filterOf(query: FilterQuery): Filter {
  return {
    ...(query.calendar_ids ? { calendarIds: query.calendar_ids } : {}),
    ...(query.last_modified ? { changedSince: instantMs(query.last_modified)! } : {}),
    ...(query.event_types ? { eventTypes: query.event_types } : {}),
    ...(query.include_deleted ? { includeDeleted: true } : {}),
    ...(query.include_moved ? { includeMoved: true } : {}),
    managed: query.only_managed ? 'only' : query.include_managed === false ? 'none' : 'all',
  };
}

export class ReadEvents {
  private readonly counts = new CountCache();

  constructor(
    private readonly pool: Pool,
    private readonly publicUrl: string,
    private readonly cursorKey: Buffer,
    /** For profiles in responses with `include_userinfo`. */
    private readonly relinkUrl: RelinkUrl,
    /** Absent without a replica. */
    private readonly replica?: ReplicaReads,
  ) {}

  /** The JSON body of the response, or why there is none. `managedChosen`: the request itself named managed events. */
  async read(
    readerKey: ReaderKey,
    request: ReadRequest,
    managedChosen: boolean,
  ): Promise<{ json: string } | ReadRefusal> {
    let page = await this.page(readerKey, request);
    if (!page) return 'unknown-token';
    if (request.cursor && request.cursor.accountId !== page.reader.account_id) return 'foreign-cursor';
    if (!allowed(page.reader, request)) return 'insufficient-scope';
    if (page.reader.hide_managed_events && !managedChosen && !request.cursor) {
      request = { ...request, filter: { ...request.filter, managed: 'none' } };
      page = (await this.page(readerKey, request))!;
    }
    const userinfo = request.userinfo ? await this.userinfo(page.reader) : '';
    const name = request.freeBusy ? 'free_busy' : 'events';
    const items = await this.items(page, request);
    const truncated = presentTruncated(page.reader, request.window, request.filter);
    return { json: `{${this.pages(page, request)},"${name}":[${items}]${truncated}${userinfo}}` };
  }

  private async page(readerKey: ReaderKey, { window, filter, cursor, localized }: ReadRequest): Promise<Page | null> {
    const position = cursor?.position ?? null;
    const request = { readerKey, window, filter, position, placed: needsPlaces(window.tzid, localized) };
    const isUsual = (page: Page | null) => !page || (within(window, page.reader) && !filter.includeMoved);
    const replicated = filter.includeMoved ? undefined : await this.replica?.page(request);
    if (replicated !== undefined && isUsual(replicated)) return replicated;
    const page = await readPage(this.pool, request, this.counts);
    if (!page || isUsual(page)) return page;
    return readBeyond(this.pool, { ...request, reader: page.reader }, this.counts);
  }

  private async userinfo({ account_id, scope }: Reader): Promise<string> {
    const userinfo = await readUserinfo(this.pool, account_id, { scope, relinkUrl: this.relinkUrl });
    return `,"userinfo":${JSON.stringify(userinfo)}`;
  }

  private pages(page: Page, request: ReadRequest): string {
    const current = request.cursor?.page ?? 1;
    const exact = Math.max(1, Math.ceil((page.count ?? 0) / pageSize));
    const known = request.cursor?.total ?? exact;
    const total = page.next ? Math.max(known, current + 1) : current;
    const place = { accountId: page.reader.account_id, page: current + 1, total };
    const next = page.next
      ? `,"next_page":${JSON.stringify(this.nextPage({ ...place, position: page.next }, request))}`
      : '';
    return `"pages":{"current":${current},"total":${total}${next}}`;
  }

  private async items(page: Page, { window, localized, freeBusy, googleIds, geo }: ReadRequest): Promise<string> {
    if (freeBusy) return presentFreeBusy(page, freeBusy, { tzid: window.tzid, localized }).join(',');
    const events = withOptions(presentEvents(page, window.tzid, localized), page.reader.rights);
    const shown = googleIds ? await withGoogleIds(this.pool, events) : events;
    return geo ? shown.join(',') : joinWithoutGeo(shown);
  }

  /** The address of the page at a place in the read. */
  private nextPage({ accountId, position, page, total }: PagePlace, request: ReadRequest): string {
    const { cursor: _made, ...rest } = request;
    const cursor = { accountId, ...rest, position, page, total };
    return `${this.publicUrl}/v1/${rest.freeBusy ? 'free_busy' : 'events'}/pages/${encodeCursor(cursor, this.cursorKey)}`;
  }
}

const within = (window: Window, { horizon_from, horizon_to }: { horizon_from: EpochMs; horizon_to: EpochMs }) =>
  Math.min(window.from, window.fromDay) >= horizon_from && Math.max(window.to, window.toDay) <= horizon_to;
