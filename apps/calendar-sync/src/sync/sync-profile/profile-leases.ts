import { databaseNow } from '@kalends/postgres';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import { leaseMs } from '../../leases/in-flight.js';
import type { ProfileRow } from '../../published-state/rows.js';

/** A profile that was set aside is tried again after an hour, and after twice as long each time, up to 32 hours. */
const triedAgainMs = 3_600_000;

const dueSql = `
  next_sync_at <= $1::bigint AND lease_until <= ${databaseNow} AND connected AND NOT deleted
  AND (set_aside_at IS NULL
       OR set_aside_at + ${triedAgainMs} * (1 << least(greatest(set_asides, 1), 6) - 1) <= $1::bigint)`;
/** An expired lease was never released: the process of its holder ended. One that was set aside may end it again. */
const suspectedSql = '(lease_id IS NOT NULL OR deaths > 0 OR set_aside_at IS NOT NULL)';

/** Those during whose last sync the process ended ($3) are claimed before all others. */
const claimSql = `
  UPDATE profile SET lease_id = gen_random_uuid()::text, lease_until = ${databaseNow} + ${leaseMs},
    deaths = CASE WHEN lease_id IS NULL THEN deaths ELSE deaths + 1 END
  WHERE profile_id IN (
    SELECT profile_id FROM profile
    WHERE ${dueSql} AND ${suspectedSql} = $3
      AND ($3 OR NOT EXISTS (SELECT FROM profile WHERE ${dueSql} AND ${suspectedSql}))
    ORDER BY next_sync_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING *`;

const releaseSql = 'UPDATE profile SET lease_id = NULL, lease_until = 0, deaths = 0 WHERE lease_id = ANY ($1)';

/** The leases of one process, under which it syncs profiles. */
export class ProfileLeases {
  /** Leases of work that is done, which could not be released: the database was unavailable, but nothing died. */
  private readonly unreleased = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Profiles that are due, with their leases; `suspected`: those during whose last sync the process ended. */
  async claim(limit: number, suspected: boolean): Promise<ProfileRow[]> {
    return (await this.pool.query<ProfileRow>(claimSql, [this.clock(), limit, suspected])).rows;
  }

  async release(leaseId: string): Promise<void> {
    this.unreleased.add(leaseId);
    await this.releaseOld();
  }

  /** Releases what could not be released before. */
  async releaseOld(): Promise<void> {
    const all = [...this.unreleased];
    if (all.length === 0) return;
    await this.pool.query(releaseSql, [all]);
    for (const leaseId of all) this.unreleased.delete(leaseId);
  }
}
