import type { PoolClient } from 'pg';
import type { ProfileRow } from '../../published-state/rows.js';

/** Somebody else has the profile in hand now, or it is gone: the work stops without a trace. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** Checks, in a transaction that holds the account's lock, that the profile is still ours to work on. */
export async function holdsLease(client: PoolClient, { profile_id, lease_id }: ProfileRow): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM profile WHERE profile_id = $1 AND lease_id = $2', [
    profile_id,
    lease_id,
  ]);
  if (rowCount !== 1) throw new LeaseLost(`the lease of ${profile_id} is lost`);
}
