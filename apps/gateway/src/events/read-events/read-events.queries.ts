import type { Pool } from 'pg';
import type { CountCache } from './count-cache.js';
import type { Position } from './cursor.js';
import { pageSize } from './page-sql.js';
import type { PageRequest, PlacedEvent, Reader, SnapshotPage } from './page.js';
import { countAllOf, isPlain, statementFor, valuesFor } from './page-statements.js';
import type { Statement, Values } from './parameters.js';
import { midnightsOf, type Midnights } from './window.js';

/**
 * The reader; the revision of the account's occurrences (null before there was any); for a first page also the count, if
 * requested (`beginningSql` of a usual read, else `countSql`).
 */
type Header = Reader & { revision?: number | null; counted?: number | null };

/** A row of a page's statement ({@link pageSql}). */
interface Row {
  reader: Header | null;
  wire: string | null;
  last: Position | null;
  /** For a first page: null if the event is not ordered before the window's beginning, else whether it began before. */
  reaching: boolean | null;
  place?: PlacedEvent;
}

type Columns = [Row['reader'], Row['wire'], Row['last'], Row['reaching'], Row['place']];

/** pg takes several times as long for objects: a twentieth of Node's time for a page of a hundred rows. */
const rowOf = (columns: Columns): Row => ({
  reader: columns[0],
  wire: columns[1],
  last: columns[2],
  reaching: columns[3],
  place: columns[4],
});

interface Answer {
  reader: Header;
  rows: Row[];
  /** Number of events found, at most one more than a page has. */
  found: number;
}

async function run<C extends unknown[]>(pool: Pool, { valuesOf, ...query }: Statement, values: Values): Promise<C[]> {
  return (await pool.query<C>({ ...query, values: valuesOf(values), rowMode: 'array' })).rows;
}

/** The page, and where the days of its window begin. */
interface RequestedPage {
  request: PageRequest;
  midnights: Midnights;
}

/** Null when the token is unknown or expired. */
async function answerOf(pool: Pool, { request, midnights }: RequestedPage, counted: boolean): Promise<Answer | null> {
  const statement = statementFor(request, midnights, counted);
  const rows = (await run<Columns>(pool, statement, valuesFor(request, midnights))).map(rowOf);
  const first = rows[0];
  return first ? { reader: first.reader!, rows, found: first.wire === null ? 0 : rows.length } : null;
}

/**
 * A first page with the cached count, if it is still valid: the page's snapshot has the revision of the account's
 * occurrences that was counted.
 */
async function cachedAnswer(pool: Pool, requested: RequestedPage, counts: CountCache) {
  const { readerKey, window } = requested.request;
  const cached = counts.get(readerKey, window);
  if (!cached) return undefined;
  const answer = await answerOf(pool, requested, false);
  if (!answer) return null;
  if (answer.reader.revision !== cached.revision) return undefined;
  return { ...answer, reader: { ...answer.reader, counted: cached.counted } };
}

/** A first page of a usual read, with the number of events that begin in its window. */
async function countedAnswer(pool: Pool, requested: RequestedPage, counts: CountCache) {
  const cached = await cachedAnswer(pool, requested, counts);
  if (cached !== undefined) return cached;
  const answer = await answerOf(pool, requested, true);
  const { revision, counted } = answer?.reader ?? {};
  const { readerKey, window } = requested.request;
  if (typeof revision === 'number' && typeof counted === 'number') counts.set(readerKey, window, { revision, counted });
  return answer;
}

/**
 * How many live events a usual read has, from its first page and from how many begin in its window. Events that reach into
 * the window are ordered before all that begin in it, hence on the first page; null when they fill it.
 */
function countOf({ found, rows }: Answer, beginning: number): number | null {
  if (found <= pageSize) return found;
  const isAllBefore = rows.at(-1)!.reaching !== null;
  return isAllBefore ? null : rows.filter(({ reaching }) => reaching).length + beginning;
}

async function totalOf(pool: Pool, answer: Answer, { request, midnights }: RequestedPage) {
  if (request.position !== null) return null;
  const counted = answer.reader.counted!;
  if (!isPlain(request.filter)) return counted;
  const count = countOf(answer, counted);
  return count ?? (await run<[count: number]>(pool, countAllOf(request), valuesFor(request, midnights)))[0]![0];
}

/**
 * One page of a window within the materialised horizon, with the caller's credentials, in one statement (one snapshot). Null
 * when the token is unknown or expired. Order: start, calendar, uid; an all-day event is placed at the beginning of its day
 * in the window's zone.
 */
export async function readPage(pool: Pool, request: PageRequest, counts: CountCache): Promise<SnapshotPage | null> {
  const requested = { request, midnights: midnightsOf(request.window) };
  const first = request.position === null;
  const answer =
    first && isPlain(request.filter)
      ? await countedAnswer(pool, requested, counts)
      : await answerOf(pool, requested, first);
  if (!answer) return null;
  const count = await totalOf(pool, answer, requested);
  const { revision = null, counted: _counted, ...reader } = answer.reader;
  const shown = answer.rows.filter(({ wire }) => wire !== null);
  return {
    reader,
    revision,
    count,
    events: shown.map(({ wire }) => wire!),
    places: request.placed ? shown.map(({ place }) => place!) : null,
    next: shown.at(-1)?.last ?? null,
  };
}
