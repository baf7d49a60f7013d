import type { ReadUsageQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import type { Administrator } from '../http/admin-key.js';

export interface UsageRow {
  client_id: string;
  application_name: string;
  day: string;
  calls: number;
  refused: number;
  changes: number;
  accounts: number;
}

/** A place in the list: the newest day first, then by application. */
export interface UsagePlace {
  day: string;
  clientId: string;
}

/** The changes and accounts are counted for the rows of the page only. */
const sql = `
  WITH page AS (
    SELECT used.client_id, application.name AS application_name, used.day, used.calls, used.refused
    FROM application_usage AS used JOIN application USING (client_id)
    WHERE ($2::text IS NULL OR developer_id = $2) AND ($3::text IS NULL OR used.client_id = $3)
      AND ($4::date IS NULL OR used.day >= $4) AND ($5::date IS NULL OR used.day <= $5)
      AND ($6::date IS NULL OR used.day < $6 OR (used.day = $6 AND used.client_id > $7))
    ORDER BY used.day DESC, used.client_id LIMIT $1
  )
  SELECT client_id, application_name, day::text, calls::float8, refused::float8,
    (SELECT count(*)::float8 FROM change_log WHERE change_log.client_id = page.client_id AND type = 'event_changed'
       AND occurred_ms >= extract(epoch FROM page.day::timestamp AT TIME ZONE 'UTC')::bigint * 1000
       AND occurred_ms < extract(epoch FROM (page.day + 1)::timestamp AT TIME ZONE 'UTC')::bigint * 1000) AS changes,
    (SELECT count(*)::float8 FROM account WHERE account.client_id = page.client_id
       AND created_at < (page.day + 1)::timestamp AT TIME ZONE 'UTC') AS accounts
  FROM page ORDER BY page.day DESC, client_id`;

/** One more row than the page has, if there is one. */
export async function findUsage(
  pool: Pool,
  administrator: Administrator,
  { client_id, from, to, limit, after }: Omit<ReadUsageQuery, 'after'> & { after: UsagePlace | null },
): Promise<UsageRow[]> {
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  const { rows } = await pool.query<UsageRow>(sql, [
    limit + 1,
    developerId,
    client_id ?? null,
    from ?? null,
    to ?? null,
    after?.day ?? null,
    after?.clientId ?? null,
  ]);
  return rows;
}
