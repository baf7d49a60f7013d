import type { Pool } from 'pg';

export interface ErrorRow {
  route: string;
  status: number;
  code: string;
  count: number;
  last_at: string;
  request_id: string;
  description: string;
}

/** What was refused since an instant (epoch ms), the most frequent first; of each kind the newest example. */
export async function findErrors(
  pool: Pool,
  clientId: string,
  { since, limit }: { since: number; limit: number },
): Promise<ErrorRow[]> {
  const { rows } = await pool.query<ErrorRow>(
    `SELECT route, status, code, sum(count)::float8 AS count,
            to_char(max(last_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_at,
            (array_agg(request_id ORDER BY last_at DESC))[1] AS request_id,
            (array_agg(description ORDER BY last_at DESC))[1] AS description
     FROM application_error WHERE client_id = $1 AND hour >= to_timestamp($2::float8 / 1000)
     GROUP BY route, status, code ORDER BY sum(count) DESC, max(application_error.last_at) DESC LIMIT $3`,
    [clientId, since, limit],
  );
  return rows;
}
