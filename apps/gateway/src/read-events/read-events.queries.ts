import type { Pool } from 'pg';
import type { HeldCounts } from './held-counts.js';
import type { Page, PageRequest, Reader } from './page.js';
import { countOf, pageOf, type Found } from './page-text.js';
import { countAll, isPlain, statementFor, valuesFor } from './page-statements.js';
import type { Statement, Values } from './parameters.js';
import { midnightsOf, type Midnights } from './window.js';

/**
 * The reader; of a first page with the revision of the account's occurrences (null before there was any), and with what was
 * counted, if anything (`beginningSql` of a usual read, else `countSql`).
 */
type Header = Reader & { revision?: number | null; counted?: number | null };

type Answer = Found & { header: Header };

type PageRow = [header: string, found: string, events: string | null, zones?: string | null];

/**
 * The one row of a statement whose columns are texts, if there is one. In the binary format a text comes as it is, where
 * for the other one the server copies it and looks for its end.
 */
async function run<Row extends PageRow | [string]>(pool: Pool, { valuesOf, ...query }: Statement, values: Values) {
  const asTexts = { rowMode: 'array' as const, binary: true };
  return (await pool.query<Row>({ ...query, ...asTexts, values: valuesOf(values) })).rows[0];
}

/** Null when the token is unknown or expired. */
async function answerOf(
  pool: Pool,
  request: PageRequest,
  midnights: Midnights,
  counted: boolean,
): Promise<Answer | null> {
  const row = await run<PageRow>(pool, statementFor(request, midnights, counted), valuesFor(request, midnights));
  if (!row) return null;
  const [header, found, events, zones] = row;
  const placed = zones ? (JSON.parse(zones) as Found['zones']) : null;
  return { header: JSON.parse(header) as Header, found: Number(found), events: events ?? '', zones: placed };
}

/**
 * A first page by what was counted before, if anything was, and if it still holds: in the snapshot of the page's rows the
 * account's occurrences are those that were counted.
 */
async function heldAnswer(pool: Pool, request: PageRequest, midnights: Midnights, counts: HeldCounts) {
  const held = counts.get(request.tokenHash, request.window);
  if (!held) return undefined;
  const answer = await answerOf(pool, request, midnights, false);
  if (!answer) return null;
  const { generation, revision } = answer.header;
  if (generation !== held.generation || revision !== held.revision) return undefined;
  return { ...answer, header: { ...answer.header, counted: held.counted } };
}

/** A first page of a usual read, with what begins in its window. */
async function countedAnswer(pool: Pool, request: PageRequest, midnights: Midnights, counts: HeldCounts) {
  const held = await heldAnswer(pool, request, midnights, counts);
  if (held !== undefined) return held;
  const answer = await answerOf(pool, request, midnights, true);
  const { generation, revision, counted } = answer?.header ?? {};
  if (generation !== undefined && typeof revision === 'number' && typeof counted === 'number')
    counts.set(request.tokenHash, request.window, { generation, revision, counted });
  return answer;
}

async function totalOf(pool: Pool, answer: Answer, request: PageRequest, midnights: Midnights) {
  if (request.position !== null) return null;
  const counted = answer.header.counted!;
  if (!isPlain(request.filter)) return counted;
  const count = countOf(answer, counted, request.window, midnights);
  return count ?? Number((await run<[string]>(pool, countAll, valuesFor(request, midnights)))![0]);
}

/**
 * One page of a window that lies within the materialised horizon, with the caller's credentials, in one statement (one
 * snapshot). Null when the token is unknown or expired. Order: start, calendar, uid; an all-day event stands at the
 * beginning of its day in the window's zone.
 */
export async function readPage(pool: Pool, request: PageRequest, counts: HeldCounts): Promise<Page | null> {
  const midnights = midnightsOf(request.window);
  const first = request.position === null;
  const answer =
    first && isPlain(request.filter)
      ? await countedAnswer(pool, request, midnights, counts)
      : await answerOf(pool, request, midnights, first);
  if (!answer) return null;
  const count = await totalOf(pool, answer, request, midnights);
  const { revision: _revision, counted: _counted, ...reader } = answer.header;
  return { reader, count, ...pageOf(answer, midnights) };
}
