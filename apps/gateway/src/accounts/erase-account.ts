import { calendarCommand, erasureRequested } from '@kalends/contracts';
import { addToOutbox, eraseDeadLetters, message, sqlOf } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import { publishDeletedApplication } from '../applications/publish-application.js';
import { eraseStaged } from './expired-connections.js';
import { lockAccount } from '../read-model/account-locks.js';

const tables = [
  'calendar_load',
  'truncated_series',
  'occurrence_count',
  'occurrence_revision',
  'former_place',
  'change_log',
  'event_state',
  'calendar_state',
  'profile_state',
  'pending_write',
  'pending_calendar',
  'pending_profile',
  'account',
];

const deleteBatchSize = 20_000;

/** In chunks: before bounds existed, an account may have been given more rows than one statement can delete in time. */
async function removeOccurrences(client: PoolClient, accountId: string): Promise<void> {
  const some = `ARRAY(SELECT ctid FROM occurrence WHERE account_id = $1 LIMIT ${deleteBatchSize})`;
  for (;;) {
    const { rowCount } = await client.query(`DELETE FROM occurrence WHERE ctid = ANY (${some})`, [accountId]);
    if (rowCount !== deleteBatchSize) return;
  }
}

/** The answers stored for the Idempotency-Keys of an account or application. */
const eraseAnswers = (client: PoolClient, owner: string) =>
  client.query('DELETE FROM idempotency_key WHERE owner = $1', [owner]);

/**
 * Removes an account with its grants, tokens and read model, and sends its removal to calendar-sync; in the caller's
 * transaction.
 */
async function removeAccount(client: PoolClient, accountId: string): Promise<void> {
  await lockAccount(client, accountId);
  await removeOccurrences(client, accountId);
  for (const table of tables) await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
  await eraseAnswers(client, `account:${accountId}`);
  await eraseDeadLetters(sqlOf(client), [accountId]);
  await addToOutbox(sqlOf(client), [message(calendarCommand, { kind: 'erase-account', account_id: accountId })]);
}

/** Erases all data of an account, here and in every other service; in the caller's transaction. */
export async function eraseAccount(client: PoolClient, clientId: string, accountId: string): Promise<void> {
  await removeAccount(client, accountId);
  const erasure = { kind: 'account' as const, client_id: clientId, account_id: accountId };
  await addToOutbox(sqlOf(client), [message(erasureRequested, erasure)]);
}

/** Erases all data of an application, including its accounts; in the caller's transaction. `now`: epoch ms. */
export async function eraseApplication(client: PoolClient, clientId: string, now: number): Promise<void> {
  const { rows } = await client.query<{ account_id: string }>(
    'SELECT account_id FROM account WHERE client_id = $1 ORDER BY account_id COLLATE "C"',
    [clientId],
  );
  const accountIds = rows.map(({ account_id }) => account_id);
  for (const accountId of accountIds) await removeAccount(client, accountId);
  await eraseStaged(client, 'client_id = $1', clientId);
  await publishDeletedApplication(sqlOf(client), clientId, now);
  await client.query('DELETE FROM application WHERE client_id = $1', [clientId]);
  await client.query('DELETE FROM change_log WHERE client_id = $1', [clientId]);
  await eraseAnswers(client, `application:${clientId}`);
  await eraseDeadLetters(sqlOf(client), [clientId]);
  const erasure = { kind: 'application' as const, client_id: clientId, account_ids: accountIds };
  await addToOutbox(sqlOf(client), [message(erasureRequested, erasure)]);
}
