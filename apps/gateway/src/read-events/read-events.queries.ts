import type { Pool } from 'pg';
import type { HeldCounts } from './held-counts.js';
import type { Page, PageRequest, Reader } from './page.js';
import { countOf, pageOf, type Row } from './page-rows.js';
import { countAll, isPlain, statementFor, valuesFor } from './page-statements.js';
import type { Statement, Values } from './parameters.js';
import { midnightsOf, type Midnights } from './window.js';

/**
 * The first row: the reader; of a first page the revision of the account's occurrences (null before there was any), and
 * what was counted, if anything (`beginningSql` of a usual read, else `countSql`).
 */
type Header = Reader & { revision?: number | null; counted?: number | null };

interface Answer {
  header: Header;
  rows: Row[];
}

async function run(pool: Pool, { valuesOf, ...query }: Statement, values: Values): Promise<Row[]> {
  return (await pool.query<Row>({ ...query, values: valuesOf(values), rowMode: 'array' })).rows;
}

/** Null when the token is unknown or expired. */
async function answerOf(pool: Pool, request: PageRequest, midnights: Midnights, counted: boolean) {
  const [head, ...rows] = await run(pool, statementFor(request, midnights, counted), valuesFor(request, midnights));
  return head ? { header: JSON.parse(head[0]) as Header, rows } : null;
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

async function totalOf(pool: Pool, { header, rows }: Answer, request: PageRequest, midnights: Midnights) {
  if (request.position !== null) return null;
  if (!isPlain(request.filter)) return header.counted!;
  const count = countOf(rows, header.counted!, request.window, midnights);
  return count ?? Number((await run(pool, countAll, valuesFor(request, midnights)))[0]![0]);
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
  return { reader, count, ...pageOf(answer.rows, request.placed, midnights) };
}
