import type { EpochMs } from '@kalends/icalendar';
import type { Sealer } from '@kalends/security';
import type { PoolClient } from 'pg';
import { storePendingRevocations } from './pending-revocations.js';
import { publishDisconnected } from './publish-connections.js';

/** Why access to a profile ended, as its record reports it: for the operator, and as a code. */
export const endReasons = {
  owner: { error: 'disconnected by its owner', reason: 'disconnected_by_user' },
  grants: { error: 'its owner has revoked the access of the application', reason: 'access_revoked' },
} as const;

interface EndOfAccess {
  reason: keyof typeof endReasons;
  sealer: Sealer;
  now: EpochMs;
}

/** Work in flight loses its lease, so that it stores nothing more. The built-in provider gives no access to anything. */
const endSql = (column: string) => `
  UPDATE profile SET lease_id = NULL, lease_until = 0, revoked_at = $2, notified_at = NULL,
    revoked_scope = coalesce((SELECT scope FROM oauth_token WHERE oauth_token.profile_id = profile.profile_id), '{}')
  WHERE ${column} = $1 AND revoked_at IS NULL AND provider_name <> 'kalends' RETURNING profile_id`;

/**
 * Ends the access to a profile, or to all profiles of an account, at their providers, in the caller's transaction, which
 * has locked the account: they are disconnected, passwords and tokens erased; a worker revokes tokens and closes channels
 * at the provider. What was read is kept for a while (`erase-revoked`), so that a new consent continues from there. Repeated,
 * it changes nothing.
 */
export async function endAccess(
  client: PoolClient,
  target: { profile_id: string } | { account_id: string },
  { reason, sealer, now }: EndOfAccess,
): Promise<void> {
  const [[column, id]] = Object.entries(target) as [[string, string]];
  const { rows } = await client.query<{ profile_id: string }>(endSql(column), [id, now]);
  for (const { profile_id } of rows) {
    await publishDisconnected({ client, now }, profile_id, { ...endReasons[reason], sealed_password: null });
    await storePendingRevocations(client, { profile_id }, { sealer, now });
  }
}
