import { databaseNow } from '@kalends/postgres';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool, PoolClient } from 'pg';
import type { PendingWriteRow } from '../../published-state/rows.js';
import { leaseMs } from '../../leases/in-flight.js';

/**
 * So that one slow server leaves room for the others; one that failed last is tried with a single write, of its next ones
 * with that which failed least often: it need not be the provider's fault.
 */
const mostOfProfile = 4;
const perProfile = `CASE write_failures WHEN 0 THEN ${mostOfProfile} ELSE 1 END`;
/** One that fails again and again may be at fault itself; a provider may be well again at any time. */
const longestWaitMs = { ofWrite: 600_000, ofProfile: 60_000 };

/**
 * The first write of each event that is due, of profiles that are connected and can be written to, those of providers that
 * are well before others, in the order in which they were accepted; taken for a while, replicas side by side. However many
 * wait, only the next ones of each profile are looked at, and found again by their place: a row that moved meanwhile is in
 * other hands.
 */
const claimSql = `
  WITH RECURSIVE waiting AS (
    (SELECT profile_id FROM pending_write ORDER BY profile_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.profile_id FROM pending_write AS next WHERE next.profile_id > waiting.profile_id
            ORDER BY next.profile_id LIMIT 1)
    FROM waiting WHERE waiting.profile_id IS NOT NULL
  ), due AS MATERIALIZED (
    SELECT first.*, write_failures FROM waiting JOIN profile USING (profile_id)
    CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM pending_write AS busy
      WHERE busy.profile_id = profile.profile_id AND busy.lease_until > 0 AND busy.lease_until > ${databaseNow}) AS held
    CROSS JOIN LATERAL (
      SELECT place, accepted_at FROM (
        SELECT write.ctid AS place, accepted_at, attempts FROM pending_write AS write
        WHERE write.profile_id = profile.profile_id AND next_attempt_at <= $1 AND lease_until <= ${databaseNow}
          AND NOT EXISTS (SELECT FROM pending_write AS earlier WHERE earlier.calendar_id = write.calendar_id
                          AND earlier.event_uid = write.event_uid AND earlier.command < write.command)
        ORDER BY accepted_at LIMIT ${mostOfProfile}) AS next
      ORDER BY CASE WHEN write_failures > 0 THEN attempts END, accepted_at
      LIMIT greatest(${perProfile} - held.n, 0)) AS first
    WHERE profile.connected AND profile.writes_wait_until <= $1
  )
  UPDATE pending_write
  SET lease_id = gen_random_uuid()::text, lease_until = ${databaseNow} + ${leaseMs}, attempts = attempts + 1
  WHERE lease_until <= ${databaseNow} AND ctid = ANY (ARRAY(
    SELECT ctid FROM pending_write
    WHERE lease_until <= ${databaseNow}
      AND ctid = ANY (ARRAY(SELECT place FROM due ORDER BY write_failures > 0, accepted_at LIMIT $2))
    FOR UPDATE SKIP LOCKED))
  RETURNING *`;

/** Takes at most `limit` writes that are due `now` (epoch ms); each is leased to the caller by its `lease_id`. */
export async function claimWrites(
  pool: Pick<Pool | PoolClient, 'query'>,
  now: EpochMs,
  limit: number,
): Promise<PendingWriteRow[]> {
  const { rows } = await pool.query<PendingWriteRow>({ name: 'take-writes', text: claimSql, values: [now, limit] });
  return rows;
}

const wait = (failures: string, longest: number) =>
  `least(${longest}, 1000 * 2 ^ least(${failures}, 12)) * (0.75 + random() / 2)`;

/** A write that fails again says nothing new about the provider. */
const failuresNow = `greatest(1, write_failures + (SELECT count(*) FROM own WHERE attempts = 1))::int`;

/** The write waits by how often it was tried, its profile by how many in turn failed, and both as they were told. */
const putOffSql = `
  WITH own AS (
    UPDATE pending_write
    SET next_attempt_at = $3 + greatest($4::bigint, (${wait('attempts - 1', longestWaitMs.ofWrite)})::bigint),
        last_error = $5, lease_until = 0
    WHERE profile_id = $1 AND lease_id = $2
    RETURNING attempts
  )
  UPDATE profile
  SET writes_wait_until = greatest(writes_wait_until, $3 + $4::bigint,
        CASE WHEN writes_wait_until <= $3 THEN $3 + (${wait(`${failuresNow} - 1`, longestWaitMs.ofProfile)})::bigint END),
      write_failures = CASE WHEN writes_wait_until <= $3 THEN ${failuresNow} ELSE write_failures END
  WHERE profile_id = $1`;

const giveBackSql = `
  UPDATE pending_write SET lease_until = 0, last_error = $3 WHERE profile_id = $1 AND lease_id = $2`;

interface PutOff {
  reason: string;
  /** Since when (epoch ms), and how long at least the provider wants to be left alone; null: it was not its doing. */
  failed: { now: EpochMs; retryAfterMs: number } | null;
}

/**
 * Gives back a write that could not be carried. A provider that failed is not asked meanwhile for the profile's other
 * writes either.
 */
export async function putOff(
  pool: Pool,
  { profile_id, lease_id }: PendingWriteRow,
  { reason, failed }: PutOff,
): Promise<void> {
  if (failed) await pool.query(putOffSql, [profile_id, lease_id, failed.now, failed.retryAfterMs, reason]);
  else await pool.query(giveBackSql, [profile_id, lease_id, reason]);
}

/** A profile's provider has taken a write. */
export async function writesAgain(client: PoolClient, profileId: string): Promise<void> {
  await client.query('UPDATE profile SET write_failures = 0 WHERE profile_id = $1 AND write_failures > 0', [profileId]);
}
