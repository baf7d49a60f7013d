import type { ProfileRecord } from '@kalends/contracts';
import type { PoolClient } from 'pg';

const newerSql = 'SELECT FROM profile WHERE profile_id = $1 AND revision >= $2';

/**
 * Erases profiles with the busy time of their calendars, in the caller's transaction, which has locked their accounts. A
 * record older than the stored one changes nothing.
 */
export async function eraseProfiles(client: PoolClient, records: readonly ProfileRecord[]): Promise<void> {
  for (const { profile_id, revision, calendar_ids } of records) {
    if ((await client.query(newerSql, [profile_id, revision])).rowCount) continue;
    for (const table of ['busy_block', 'event', 'calendar', 'calendar_counting'])
      await client.query(`DELETE FROM ${table} WHERE calendar_id = ANY ($1::text[])`, [calendar_ids]);
    await client.query('DELETE FROM profile WHERE profile_id = $1', [profile_id]);
  }
}
