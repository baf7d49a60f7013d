import type { Sql } from '../sql/sql.js';

/** A dead letter as an operator sees it, without its body. `failed_at`: UTC ISO instant. */
export interface InspectedLetter {
  dead_letter_id: string;
  message_id: string;
  topic: string;
  kind: string | null;
  account_id: string | null;
  client_id: string | null;
  reason: 'invalid' | 'failed' | 'too-large';
  error: string;
  deliveries: number;
  failed_at: string;
}

interface Row extends Omit<InspectedLetter, 'kind' | 'account_id' | 'client_id'> {
  lane: string;
  body: string | null;
}

/** Where a page begins: after this dead letter, in the order of the list. */
interface Place {
  failed_at: string;
  dead_letter_id: string;
}

/** Characters; of a longer body neither kind nor application are read for the list. */
const maxRead = 100_000;

const columns = (body: string) => `
  id::text AS dead_letter_id, message_id, topic, lane, reason, left(error, 2000) AS error, deliveries, ${body} AS body,
  to_char(failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS failed_at`;

const listSql = `
  SELECT ${columns(`CASE WHEN length(body) <= ${maxRead} THEN body END`)} FROM dead_letter
  WHERE ($1::text IS NULL OR topic = $1)
    AND ($2::text IS NULL OR (dead_letter.failed_at, dead_letter.id) < ($2::text::timestamptz, $3::text::bigint))
  ORDER BY dead_letter.failed_at DESC, dead_letter.id DESC LIMIT $4::int`;

const showSql = `
  SELECT ${columns(`left(body, ${maxRead})`)}, length(body) > ${maxRead} AS truncated
  FROM dead_letter WHERE id = $1::text::bigint`;

/** What PostgreSQL can store, as the audit does: the body is whatever was sent. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,300}$/u.test(value);

function readMembers(body: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What the message states about itself; an account also by the lane, which is the account for calendar data. */
function inspect({ lane, body, ...letter }: Row): InspectedLetter {
  const { kind, account_id, client_id } = readMembers(body);
  return {
    ...letter,
    kind: isName(kind) ? kind : null,
    account_id: isName(account_id) ? account_id : lane.startsWith('acc_') ? lane : null,
    client_id: isName(client_id) ? client_id : null,
  };
}

/** The dead letters of a service, those that failed last first; `total` counts all pages. */
export async function inspectLetters(
  sql: Sql,
  { topic, before, limit }: { topic?: string | undefined; before: Place | null; limit: number },
): Promise<{ total: number; dead_letters: InspectedLetter[] }> {
  const rows = await sql.query<Row>(listSql, [
    topic ?? null,
    before?.failed_at ?? null,
    before?.dead_letter_id ?? null,
    limit,
  ]);
  const [counted] = await sql.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM dead_letter WHERE $1::text IS NULL OR topic = $1',
    [topic ?? null],
  );
  return { total: counted?.total ?? 0, dead_letters: rows.map(inspect) };
}

/** One with the beginning of its body; undefined if there is none with this id. */
export async function inspectLetter(
  sql: Sql,
  id: string,
): Promise<{ dead_letter: InspectedLetter; body: string | null; truncated: boolean } | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const [row] = await sql.query<Row & { truncated: boolean | null }>(showSql, [id]);
  if (!row) return undefined;
  const { truncated, ...letter } = row;
  return { dead_letter: inspect(letter), body: row.body, truncated: truncated ?? false };
}
