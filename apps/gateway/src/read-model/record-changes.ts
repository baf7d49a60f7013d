import type { PoolClient } from 'pg';
import type { AccountChange } from './change.js';

const sql = `
  INSERT INTO change_log (client_id, account_id, type, own, subject)
  SELECT client_id, account_id, type, own, subject
  FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[])
    WITH ORDINALITY AS change (account_id, type, own, subject, position)
  JOIN account USING (account_id) ORDER BY position`;

/**
 * Adds changes of accounts to the log, in order, in the caller's transaction, which has locked the accounts before: so the
 * numbers of each account rise in the order of commits.
 */
export async function recordChanges(client: PoolClient, changes: readonly AccountChange[]): Promise<void> {
  if (changes.length === 0) return;
  await client.query({
    name: 'record-changes',
    text: sql,
    values: [
      changes.map(({ accountId }) => accountId),
      changes.map(({ type }) => type),
      changes.map(({ own }) => own),
      changes.map(({ subject }) => JSON.stringify(subject)),
    ],
  });
}
