import { calendarCommand } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import { lockAccount } from '../read-model/replace-occurrences.js';

const tables = [
  'occurrence',
  'occurrence_count',
  'event_state',
  'calendar_state',
  'profile_state',
  'pending_write',
  'pending_calendar',
  'pending_profile',
  'account',
];

/** Removes an account with its grants, tokens and read model, and tells calendar-sync; in the caller's transaction. */
export async function eraseAccount(client: PoolClient, accountId: string): Promise<void> {
  await lockAccount(client, accountId);
  for (const table of tables) await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
  await addToOutbox(sqlOf(client), [message(calendarCommand, { kind: 'erase-account', account_id: accountId })]);
}
