import type { ProfileRecord } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import type { AccountChange } from './change.js';
import { profileChanges } from './decide-changes.js';
import { scrubOccurrences } from './rebuild.js';

const calendarTables = ['event_state', 'pending_write', 'calendar_state', 'pending_calendar', 'unrestricted_calendar'];
const profileTables = ['profile_state', 'pending_profile'];

interface Stored {
  record: ProfileRecord;
  revision: number;
}

async function eraseProfile(client: PoolClient, after: ProfileRecord): Promise<AccountChange[] | null> {
  const { profile_id, revision, calendar_ids } = after;
  const { rows } = await client.query<Stored>('SELECT record, revision FROM profile_state WHERE profile_id = $1', [
    profile_id,
  ]);
  const [before] = rows;
  if (before && before.revision >= revision) return null;
  for (const table of calendarTables)
    await client.query(`DELETE FROM ${table} WHERE calendar_id = ANY ($1::text[])`, [calendar_ids]);
  for (const table of profileTables) await client.query(`DELETE FROM ${table} WHERE profile_id = $1`, [profile_id]);
  return profileChanges({ before: before?.record ?? null, after, isRequested: false });
}

/**
 * Erases profiles with everything of their calendars, in the caller's transaction, which has locked their accounts. A record
 * older than the stored one changes nothing. Returns the changes that applications see.
 */
export async function eraseProfiles(client: PoolClient, records: readonly ProfileRecord[]): Promise<AccountChange[]> {
  const changes: AccountChange[] = [];
  const accountIds = new Set<string>();
  for (const one of records) {
    const seen = await eraseProfile(client, one);
    if (!seen) continue;
    changes.push(...seen);
    accountIds.add(one.account_id);
  }
  if (accountIds.size > 0) await scrubOccurrences(client, [...accountIds]);
  return changes;
}
