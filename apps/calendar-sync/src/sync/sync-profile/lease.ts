import type { PoolClient } from 'pg';
import type { ProfileRow } from '../../published-state/rows.js';

/** The profile was deleted or another replica has leased it: the task stops and stores nothing. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** Checks, in a transaction that has locked the account, that the profile's lease is still ours. */
export async function assertLease(client: PoolClient, { profile_id, lease_id }: ProfileRow): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM profile WHERE profile_id = $1 AND lease_id = $2', [
    profile_id,
    lease_id,
  ]);
  if (rowCount !== 1) throw new LeaseLost(`the lease of ${profile_id} is lost`);
}
