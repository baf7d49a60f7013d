import type { ListAuditQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import type { Administrator } from '../../http/admin-key.js';

export interface AuditRow {
  audit_id: string;
  at: string;
  actor: string;
  action: string;
  client_id: string | null;
  sub: string | null;
  subject: string | null;
  before: object | null;
  after: object | null;
  reason: string | null;
  request_id: string | null;
}

/** One more row than the page has, if there is one. Conditions are left out where they do not apply, so that an index serves each. */
export async function findEntries(
  pool: Pool,
  administrator: Administrator,
  { client_id, sub, action, limit, after: beforeId }: ListAuditQuery,
): Promise<AuditRow[]> {
  const values: unknown[] = [limit + 1];
  const where = (condition: (parameter: string) => string, value: unknown) =>
    value === undefined || value === null ? [] : [condition(`$${values.push(value)}`)];
  const conditions = [
    ...where((p) => `developer_id = ${p}`, administrator.kind === 'developer' ? administrator.developerId : null),
    ...where((p) => `client_id = ${p}`, client_id),
    ...where((p) => `account_id = ${p}`, sub),
    ...where((p) => `action = ${p}`, action),
    ...where((p) => `audit_id < ${p}::bigint`, beforeId),
  ];
  const { rows } = await pool.query<AuditRow>(
    `SELECT audit_id::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, actor, action, client_id,
            account_id AS sub, subject, before, after, reason, request_id
     FROM audit_entry ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY audit_entry.audit_id DESC LIMIT $1`,
    values,
  );
  return rows;
}
