import { calendarCommand, type ProfileRecord } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import type { PoolClient } from 'pg';

/** Has the profile disconnected, in the caller's transaction. */
export async function requestDisconnection(
  client: PoolClient,
  accountId: string,
  profile: ProfileRecord,
): Promise<void> {
  const { profile_id } = profile;
  // remembers that it was requested through the API: then the change is the application's own
  await client.query(
    `INSERT INTO pending_profile (profile_id, account_id, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [profile_id, accountId, JSON.stringify(profile)],
  );
  const command = { kind: 'disconnect-profile' as const, account_id: accountId, profile_id };
  await addToOutbox(sqlOf(client), [message(calendarCommand, command)]);
}
