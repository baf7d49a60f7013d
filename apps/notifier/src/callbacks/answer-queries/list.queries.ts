import type { CallbackQuery, CallbackRecord, EndpointRecord } from '@kalends/contracts';
import type { Pool } from 'pg';

type ListRequest = Extract<CallbackQuery, { kind: 'list' }>;

/** Number of attempts shown per callback: the newest, oldest first. */
const attemptsShown = 10;

/** Only the conditions of the request, so that each filter has its plan: the id of an invite is found by an index. */
function filterOf({ client_id, smart_invite_id, status, url, callback_id }: ListRequest) {
  const all = { client_id, smart_invite_id, status, url, callback_id };
  const wanted = Object.entries(all).filter(([, value]) => value !== undefined);
  return {
    conditions: wanted.map(([column], index) => `${column} = $${index + 1}`).join(' AND '),
    values: wanted.map(([, value]) => value),
  };
}

const pageSql = (
  conditions: string,
  { before, limit, body, attempts }: { before: string; limit: string; body: boolean; attempts: number },
) => `
  SELECT callback.callback_id, callback.seq, type, smart_invite_id, channel_id, url, status, created_at, next_attempt_at,
         ${body ? 'body,' : ''}
         coalesce((
           SELECT json_agg(json_build_object('at', at, 'status_code', status_code, 'error', error,
                                             'duration_ms', duration_ms, 'answer', answer) ORDER BY id)
           FROM (SELECT * FROM attempt WHERE attempt.callback_id = callback.callback_id
                 ORDER BY id DESC LIMIT ${attempts}) AS newest
         ), '[]') AS attempts
  FROM (SELECT * FROM callback WHERE ${conditions} AND seq < ${before} ORDER BY seq DESC LIMIT ${limit})
    AS callback LEFT JOIN delivery USING (callback_id)
  ORDER BY callback.seq DESC`;

/** An application's callbacks, newest first; `total` counts those of the filter, `next` is where the next page begins. */
export async function listCallbacks(
  pool: Pool,
  request: ListRequest,
): Promise<{ total: number; next: number | null; callbacks: CallbackRecord[] }> {
  const { before, limit } = request;
  const { conditions, values } = filterOf(request);
  const counted = await pool.query<{ total: number }>(
    `SELECT count(*) AS total FROM callback WHERE ${conditions}`,
    values,
  );
  const { rows } = await pool.query<CallbackRecord & { seq: number }>(
    pageSql(conditions, {
      before: `$${values.length + 1}`,
      limit: `$${values.length + 2}`,
      body: request.with_body ?? false,
      attempts: request.without_attempts ? 0 : attemptsShown,
    }),
    [...values, before ?? Number.MAX_SAFE_INTEGER, limit + 1],
  );
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? page.at(-1)!.seq : null;
  return { total: counted.rows[0]!.total, next, callbacks: page.map(({ seq: _, ...callback }) => callback) };
}

const endpointsSql = `
  SELECT url, CASE WHEN disabled_at IS NULL THEN 'failing' ELSE 'disabled' END AS status, disabled_reason AS reason,
         failing_since, disabled_at,
         (SELECT count(*) FROM callback WHERE callback.client_id = $1 AND callback.endpoint_id = endpoint.endpoint_id
          AND callback.status IN ('pending', 'disabled')) AS waiting
  FROM endpoint WHERE client_id = $1 AND (failing_since IS NOT NULL OR disabled_at IS NOT NULL) ORDER BY url LIMIT 500`;

/** The application's failing or disabled endpoints. */
export async function listEndpoints(pool: Pool, clientId: string): Promise<EndpointRecord[]> {
  return (await pool.query<EndpointRecord>(endpointsSql, [clientId])).rows;
}
