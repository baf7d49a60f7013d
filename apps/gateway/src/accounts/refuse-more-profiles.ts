import type { Sql } from '@kalends/messaging';
import type { Pool } from 'pg';
import { readConnections } from '../read-model/connections.js';
import { invalidField } from '../http/refusals.js';

/** Most profiles of an account, with revoked ones until they are erased. */
const maxProfiles = 50;

/** Why an account gets no further profile. */
export const fullOfProfiles = `an account may have at most ${maxProfiles} profiles, with revoked ones until they are erased`;

const countSql = `
  SELECT count(*)::int AS profiles FROM (
    SELECT profile_id FROM profile_state WHERE account_id = $1 AND NOT deleted
    UNION SELECT profile_id FROM pending_profile WHERE account_id = $1) AS known`;

/** Whether the account may have another profile; the caller's transaction has locked the account, and adds it (ACC-6). */
export async function hasRoomForProfile(sql: Sql, accountId: string): Promise<boolean> {
  const [row] = await sql.query<{ profiles: number }>(countSql, [accountId]);
  return row!.profiles < maxProfiles;
}

/** Throws a 422 on the field if the account has as many profiles as it may have, before anything is done for another. */
export async function refuseMoreProfiles(pool: Pool, accountId: string, field: string): Promise<void> {
  const { profiles } = await readConnections(pool, accountId);
  if (profiles.length >= maxProfiles) throw invalidField(field, 'too_many', fullOfProfiles);
}
