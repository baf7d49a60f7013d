import type { AuditAction } from '@kalends/public-api';
import type { Sql } from '@kalends/messaging';
import { requestFields } from '@kalends/service-runtime';
import type { Administrator } from '../http/admission/administrators.js';

/** Something that an administrator does; without secrets in `before` and `after`. */
export interface Audited {
  action: AuditAction;
  clientId?: string | undefined;
  accountId?: string | undefined;
  /** The id of what it is done to. */
  subject?: string | undefined;
  before?: object | undefined;
  after?: object | undefined;
  reason?: string | undefined;
}

/** The developer is that of the application, so that entries by the deployment about it are the developer's to read. */
const sql = `
  INSERT INTO audit_entry (actor, action, developer_id, client_id, account_id, subject, before, after, reason, request_id)
  VALUES ($1, $2, coalesce($3, (SELECT developer_id FROM application WHERE client_id = $4)), $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)`;

const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

/** Records it in the caller's transaction, which changes it. */
export async function recordAudit(db: Sql, administrator: Administrator, audited: Audited): Promise<void> {
  const { action, clientId = null, accountId = null, subject = null, before, after, reason = null } = audited;
  const developerId = administrator.kind === 'developer' ? administrator.developerId : null;
  await db.query(sql, [
    administrator.actor,
    action,
    developerId,
    clientId,
    accountId,
    subject,
    json(before),
    json(after),
    reason,
    requestFields().request_id ?? null,
  ]);
}
