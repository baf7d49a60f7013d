import type { Pool } from 'pg';
import { failing } from '../../accounts/account-summary.js';
import type { Administrator } from '../../http/admin-key.js';

interface Numbers {
  applications: number;
  accounts: number;
  failing_accounts: number;
  pending_writes: number;
}

export interface HourlyChanges {
  hour: string;
  own: number;
  others: number;
}

/** Accounts are counted as far as this. */
const maxCounted = 10_000;

const ofDeveloper = (column: string) =>
  `($1::text IS NULL OR EXISTS (SELECT FROM application WHERE application.client_id = ${column} AND developer_id = $1))`;

const numbersSql = `
  SELECT
    (SELECT count(*)::int FROM application WHERE $1::text IS NULL OR developer_id = $1) AS applications,
    (SELECT count(*)::int FROM (SELECT FROM account WHERE ${ofDeveloper('account.client_id')} LIMIT ${maxCounted}) AS counted) AS accounts,
    (SELECT count(DISTINCT account_id)::int FROM profile_state JOIN account USING (account_id)
      WHERE NOT deleted AND (${failing}) AND ${ofDeveloper('account.client_id')}) AS failing_accounts,
    (SELECT count(*)::int FROM (SELECT FROM pending_write JOIN account USING (account_id)
      WHERE ${ofDeveloper('account.client_id')} LIMIT ${maxCounted}) AS counted) AS pending_writes`;

const hoursSql = `
  SELECT to_char(hour, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour,
         (count(*) FILTER (WHERE own))::int AS own, (count(*) FILTER (WHERE NOT own))::int AS others
  FROM generate_series(date_trunc('hour', to_timestamp($2::float8 / 1000) AT TIME ZONE 'UTC') - interval '23 hours',
                       to_timestamp($2::float8 / 1000) AT TIME ZONE 'UTC', interval '1 hour') AS hour
  LEFT JOIN (
    SELECT own, date_trunc('hour', to_timestamp(occurred_ms / 1000.0) AT TIME ZONE 'UTC') AS at
    FROM change_log WHERE occurred_ms > $2::bigint - 86400000 AND ${ofDeveloper('change_log.client_id')}
  ) AS change ON change.at = hour
  GROUP BY hour ORDER BY hour`;

/** How much there is, and what happened in the last 24 hours. `now`: epoch ms. */
export async function readNumbers(pool: Pool, administrator: Administrator, now: number) {
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  const [numbers, hours] = await Promise.all([
    pool.query<Numbers>(numbersSql, [developerId]),
    pool.query<HourlyChanges>(hoursSql, [developerId, now]),
  ]);
  return { ...numbers.rows[0]!, changes_by_hour: hours.rows };
}
