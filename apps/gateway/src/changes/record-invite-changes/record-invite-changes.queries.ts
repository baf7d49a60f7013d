import type { ChangeType } from '@kalends/public-api';
import type { Pool } from 'pg';
import type { ChangeSubject } from '../../read-model/change.js';

/** An entry of an application's log that concerns no account, and the message that reported it. */
export interface ApplicationChange {
  messageId: string;
  clientId: string;
  type: ChangeType;
  own: boolean;
  subject: ChangeSubject;
}

/** The lock keeps the application from being erased until its entries can be erased with it. */
const sql = `
  WITH known AS (SELECT client_id FROM application WHERE client_id = ANY ($1) ORDER BY client_id FOR KEY SHARE)
  INSERT INTO change_log (client_id, type, own, subject, message_id)
  SELECT client_id, type, own, subject, message_id
  FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[])
    WITH ORDINALITY AS change (client_id, type, own, subject, message_id, position)
  JOIN known USING (client_id) ORDER BY position
  ON CONFLICT (message_id) WHERE message_id IS NOT NULL DO NOTHING`;

/** Adds changes to their applications' logs, in order and each message once; none of an application that has been erased. */
export async function recordApplicationChanges(
  pool: Pick<Pool, 'query'>,
  changes: readonly ApplicationChange[],
): Promise<void> {
  await pool.query({
    name: 'record-application-changes',
    text: sql,
    values: [
      changes.map(({ clientId }) => clientId),
      changes.map(({ type }) => type),
      changes.map(({ own }) => own),
      changes.map(({ subject }) => JSON.stringify(subject)),
      changes.map(({ messageId }) => messageId),
    ],
  });
}
