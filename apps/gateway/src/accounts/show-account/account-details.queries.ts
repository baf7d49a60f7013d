import type { Pool } from 'pg';
import { isRefused } from '../../read-model/refused-write.js';
import { summaryColumns, type AccountRow } from '../account-summary.js';

export interface GrantRow {
  grant_id: string;
  scope: string;
  created_at: string;
  client_type: 'confidential' | 'public';
  profile_id: string | null;
}

export interface AccountDetailsRow extends AccountRow {
  default_tzid: string;
  grants: GrantRow[];
  pending_writes: number;
  refused_writes: number;
}

/** A write that its provider refused; `refused_at`: epoch ms. */
export interface RefusedRow {
  calendar_id: string;
  event_uid: string;
  operation: 'upsert' | 'delete';
  reason: string;
  /** Null: of a release before 0.3.0. */
  code: string | null;
  refused_at: number;
}

export const maxRefused = 20;

const refusedSql = `
  SELECT calendar_id, event_uid, record -> 'refused_write' ->> 'operation' AS operation,
         record -> 'refused_write' ->> 'reason' AS reason, record -> 'refused_write' ->> 'code' AS code,
         (record -> 'refused_write' ->> 'refused_at')::float8 AS refused_at
  FROM event_state AS stored WHERE account_id = $1 AND ${isRefused}
  ORDER BY refused_at DESC, event_uid LIMIT ${maxRefused}`;

/** The newest refusals that no later write has replaced, also of events that were never created. */
export async function findRefused(pool: Pool, sub: string): Promise<RefusedRow[]> {
  return (await pool.query<RefusedRow>(refusedSql, [sub])).rows;
}

const sql = `
  SELECT ${summaryColumns}, account.default_tzid,
    coalesce((SELECT json_agg(json_build_object('grant_id', grant_id, 'scope', array_to_string(scope, ' '), 'profile_id', profile_id,
        'created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'client_type', CASE WHEN public_client THEN 'public' ELSE 'confidential' END) ORDER BY created_at DESC, grant_id)
      FROM authorization_grant AS stored WHERE stored.account_id = account.account_id), '[]') AS grants,
    (SELECT count(*)::int FROM pending_write AS stored WHERE stored.account_id = account.account_id) AS pending_writes,
    (SELECT count(*)::int FROM event_state AS stored
      WHERE stored.account_id = account.account_id AND NOT deleted AND ${isRefused}) AS refused_writes
  FROM account JOIN application USING (client_id) WHERE account.account_id = $1`;

/** Everything about an account but its profiles and calendars. */
export async function findAccountDetails(pool: Pool, sub: string): Promise<AccountDetailsRow> {
  const { rows } = await pool.query<AccountDetailsRow>(sql, [sub]);
  return rows[0]!;
}
