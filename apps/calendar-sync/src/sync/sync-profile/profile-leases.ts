import { databaseNow } from '@kalends/postgres';
import type { Pool } from 'pg';
import type { Clock } from '../../injection-tokens.js';
import { leaseMs } from '../../leases/in-flight.js';
import type { ProfileRow } from '../../published-state/rows.js';
import { maxDoublings, triedAgainMs } from '../../published-state/set-aside.js';

const dueSql = `
  next_sync_at <= $1::bigint AND lease_until <= ${databaseNow} AND connected AND NOT deleted
  AND (set_aside_at IS NULL
       OR set_aside_at + ${triedAgainMs} * (1 << least(greatest(set_asides - 1, 0), ${maxDoublings})) <= $1::bigint)`;
/** An expired lease was never released: the process of its holder ended. One that was set aside may end it again. */
const suspectedSql = '(lease_id IS NOT NULL OR deaths > 0 OR set_aside_at IS NOT NULL)';

const leasedSql = `lease_id = gen_random_uuid()::text, lease_until = ${databaseNow} + ${leaseMs}`;

const claimSuspectSql = `
  UPDATE profile SET ${leasedSql}, deaths = CASE WHEN lease_id IS NULL THEN deaths ELSE deaths + 1 END
  WHERE profile_id IN (
    SELECT profile_id FROM profile WHERE ${dueSql} AND ${suspectedSql}
    ORDER BY next_sync_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING *`;

/** First syncs ($7) and others apart, without those whose provider's budget is short ($8; for those that were notified: $9). */
const laneSql = `
  (initial_sync <> 'done') = $7 AND NOT ${suspectedSql}
  AND provider_name <> ALL (CASE WHEN notified_at IS NULL THEN $8::text[] ELSE $9::text[] END)`;
/** Those first that a provider has reported, since somebody has just changed something. */
const orderSql = 'notified_at IS NULL, next_sync_at';

/** Suspects are claimed before all others, unless one is in flight ($5). */
const claimSql = `
  WITH claimable AS (SELECT WHERE $5 OR NOT EXISTS (SELECT FROM profile WHERE ${dueSql} AND ${suspectedSql})),
  usual AS (
    SELECT profile_id FROM profile
    WHERE EXISTS (SELECT FROM claimable) AND ${dueSql} AND ${laneSql} AND slow_server IS NULL
    ORDER BY ${orderSql} LIMIT $2 FOR UPDATE SKIP LOCKED),
  slow AS (
    SELECT profile_id FROM profile
    WHERE EXISTS (SELECT FROM claimable) AND ${dueSql} AND ${laneSql} AND slow_server IS NOT NULL AND slow_server <> ALL ($4::text[])
    ORDER BY ${orderSql} LIMIT $3 FOR UPDATE SKIP LOCKED),
  trial AS (
    SELECT profile_id FROM profile
    WHERE EXISTS (SELECT FROM claimable) AND ${dueSql} AND ${laneSql}
          AND (slow_server = ANY ($4::text[]) OR $3 = 0 AND slow_server IS NOT NULL)
    ORDER BY ${orderSql} LIMIT $6 FOR UPDATE SKIP LOCKED)
  UPDATE profile SET ${leasedSql}
  WHERE profile_id IN
    (SELECT profile_id FROM usual UNION ALL SELECT profile_id FROM slow UNION ALL SELECT profile_id FROM trial)
  RETURNING *`;

/** One that found no slow place waits for its turn behind the others. */
const releaseSql = `
  UPDATE profile SET lease_id = NULL, lease_until = 0, deaths = 0, slow_server = ended.slow_server,
                     next_sync_at = CASE WHEN ended.has_no_place THEN greatest(next_sync_at, $4::bigint) ELSE next_sync_at END
  FROM unnest($1::text[], $2::text[], $3::boolean[]) AS ended (lease_id, slow_server, has_no_place)
  WHERE profile.lease_id = ended.lease_id`;

const putOffSql = 'UPDATE profile SET next_sync_at = $3 WHERE profile_id = $1 AND lease_id = $2';

/** How many profiles to claim. */
interface Claim {
  /** Of those that are not known to be slow. */
  usual: number;
  /** Of those that are, except those of these servers. */
  slow: number;
  fullServers: readonly string[];
  /** Of those that are and have no slow place: perhaps they are quick again. */
  trials: number;
  /** First syncs, or all others. */
  isFirst: boolean;
  /** Providers, by `provider_name`, whose budget has no request left: for what was notified, and for what was not. */
  short: { notified: readonly string[]; others: readonly string[] };
  /** Others wait for suspects, unless one is in flight. */
  isSuspectInFlight: boolean;
}

/** How a sync ended. */
export interface Ended {
  /** For whom it took long; null: it did not. */
  slowServer: string | null;
  /** It took long, and found no slow place. */
  hasNoPlace: boolean;
}

/** The leases of one process, under which it syncs profiles. */
export class ProfileLeases {
  /** Leases of work that is done, which could not be released: the database was unavailable, but nothing died. */
  private readonly unreleased = new Map<string, Ended>();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** A profile that is due, during whose last sync the process ended, with its lease. */
  async claimSuspect(): Promise<ProfileRow | undefined> {
    return (await this.pool.query<ProfileRow>(claimSuspectSql, [this.clock()])).rows[0];
  }

  /** Profiles that are due, with their leases. */
  async claim({ usual, slow, fullServers, trials, isSuspectInFlight, isFirst, short }: Claim): Promise<ProfileRow[]> {
    const places = [usual, slow, fullServers, isSuspectInFlight, trials];
    const values = [this.clock(), ...places, isFirst, short.others, short.notified];
    return (await this.pool.query<ProfileRow>(claimSql, values)).rows;
  }

  /** A sync that is not urgent is tried again after `ms`; a notification makes it due at once. */
  async putOff({ profile_id, lease_id }: ProfileRow, ms: number): Promise<void> {
    await this.pool.query(putOffSql, [profile_id, lease_id, this.clock() + ms]);
  }

  async release(leaseId: string, ended: Ended): Promise<void> {
    this.unreleased.set(leaseId, ended);
    await this.releaseOld();
  }

  /** Releases what could not be released before. */
  async releaseOld(): Promise<void> {
    const all = [...this.unreleased];
    if (all.length === 0) return;
    await this.pool.query(releaseSql, [
      all.map(([leaseId]) => leaseId),
      all.map(([, { slowServer }]) => slowServer),
      all.map(([, { hasNoPlace }]) => hasNoPlace),
      this.clock(),
    ]);
    for (const [leaseId] of all) this.unreleased.delete(leaseId);
  }
}
