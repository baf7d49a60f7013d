import type { Pool } from 'pg';
import { readConnections } from '../read-model/connections.js';
import { invalidField } from '../http/refusals.js';

/** Most profiles of an account, beyond which none is added. */
const mostProfiles = 50;

/** Throws a 422 on the field if the account has as many profiles as it may have (ACC-6). */
export async function refuseMoreProfiles(pool: Pool, accountId: string, field: string): Promise<void> {
  const { profiles } = await readConnections(pool, accountId);
  if (profiles.length < mostProfiles) return;
  throw invalidField(field, 'too_many', `an account may have at most ${mostProfiles} profiles: revoke one first`);
}
