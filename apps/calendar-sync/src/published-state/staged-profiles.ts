import type { EpochMs } from '@kalends/icalendar';
import type { PoolClient } from 'pg';
import type { Db } from './rows.js';

/** Credentials that were tried and do not belong to a profile yet. */
export interface StagedRow {
  profile_id: string;
  provider_name: string;
  profile_name: string;
  url: string | null;
  /** At CalDAV servers the user name, at others the provider's own id of the person. */
  username: string;
  sealed_password: string | null;
  sealed_tokens: string | null;
  /** SHA-256 of the tokens as received. */
  brought: string | null;
  scope: string[];
  /** Whether the user permitted less than was requested. */
  less_granted: boolean;
  own_addresses: string[];
  default_tzid: string;
  identity_origin: string | null;
  identity_principal: string | null;
}

const columns = [
  'profile_id',
  'provider_name',
  'profile_name',
  'url',
  'username',
  'sealed_password',
  'sealed_tokens',
  'brought',
  'scope',
  'less_granted',
  'own_addresses',
  'default_tzid',
  'identity_origin',
  'identity_principal',
] as const;

const insertSql = `
  INSERT INTO staged_profile (${columns.join(', ')}, staged_at)
  VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}, $${columns.length + 1})
  ON CONFLICT (profile_id) DO NOTHING`;

/** Stores tried credentials; a repeated request changes nothing. */
export async function stage(db: Db, row: StagedRow, now: EpochMs): Promise<void> {
  await db.query(insertSql, [...columns.map((name) => row[name]), now]);
}

/** Deletes and returns it, in the caller's transaction; null if it does not exist (any more). */
export async function removeStaged(client: PoolClient, stagedId: string): Promise<StagedRow | null> {
  const { rows } = await client.query<StagedRow>('DELETE FROM staged_profile WHERE profile_id = $1 RETURNING *', [
    stagedId,
  ]);
  return rows[0] ?? null;
}
