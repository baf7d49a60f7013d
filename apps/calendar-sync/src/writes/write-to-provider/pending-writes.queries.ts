import { databaseNow } from '@kalends/postgres';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool, PoolClient } from 'pg';
import type { PendingWriteRow, ProfileRow } from '../../published-state/rows.js';
import { leaseMs } from '../../leases/in-flight.js';

/**
 * Leaves room for other profiles if one server is slow. A profile whose last write failed is tried with a single write:
 * of its next ones the one that failed least often, since the write itself may be at fault rather than the provider.
 */
const maxPerProfile = 4;
const perProfile = `CASE write_failures WHEN 0 THEN ${maxPerProfile} ELSE 1 END`;
/** A write that fails repeatedly may itself be at fault; a provider may recover at any time. */
const maxBackoffMs = { ofWrite: 600_000, ofProfile: 60_000 };

/**
 * Claims the first due write of each event, of connected profiles that accept writes; healthy providers first, then in
 * order of acceptance. The writes are leased, so replicas share the work. However many are pending, only the next ones
 * of each profile are read, and they are located by their physical place (ctid): a row that moved meanwhile was claimed
 * by somebody else.
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
                          AND earlier.event_uid = write.event_uid AND earlier.command < write.command
                          AND NOT earlier.awaits_conference)
          AND (after_event_uid IS NULL OR NOT EXISTS (
                SELECT FROM pending_write AS other WHERE other.calendar_id = write.calendar_id
                AND other.event_uid = write.after_event_uid AND other.command = write.after_command
                AND NOT other.awaits_conference))
        ORDER BY accepted_at LIMIT ${maxPerProfile}) AS next
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
  RETURNING *,
    (SELECT url FROM profile WHERE profile.profile_id = pending_write.profile_id) AS url,
    (SELECT provider_name FROM profile WHERE profile.profile_id = pending_write.profile_id) AS provider_name`;

/** A claimed write, and where its profile is. */
export type ClaimedWrite = PendingWriteRow & Pick<ProfileRow, 'url' | 'provider_name'>;

/** Claims at most `limit` writes that are due `now` (epoch ms); each is leased to the caller by its `lease_id`. */
export async function claimWrites(
  pool: Pick<Pool | PoolClient, 'query'>,
  now: EpochMs,
  limit: number,
): Promise<ClaimedWrite[]> {
  const { rows } = await pool.query<ClaimedWrite>({ name: 'take-writes', text: claimSql, values: [now, limit] });
  return rows;
}

const backoff = (failures: string, longest: number) =>
  `least(${longest}, 1000 * 2 ^ least(${failures}, 12)) * (0.75 + random() / 2)`;

/** A write that fails repeatedly is no new evidence about the provider. */
const failuresNow = `greatest(1, write_failures + (SELECT count(*) FROM own WHERE attempts = 1))::int`;

/**
 * The write backs off by its number of attempts, its profile by its consecutive failures, and both at least for the
 * retry delay of the provider.
 */
const postponeSql = `
  WITH own AS (
    UPDATE pending_write
    SET next_attempt_at = $3 + greatest($4::bigint, (${backoff('attempts - 1', maxBackoffMs.ofWrite)})::bigint),
        last_error = $5, denials = $6, lease_until = 0
    WHERE profile_id = $1 AND lease_id = $2
    RETURNING attempts
  )
  UPDATE profile
  SET writes_wait_until = greatest(writes_wait_until, $3 + $4::bigint,
        CASE WHEN writes_wait_until <= $3 THEN $3 + (${backoff(`${failuresNow} - 1`, maxBackoffMs.ofProfile)})::bigint END),
      write_failures = CASE WHEN writes_wait_until <= $3 THEN ${failuresNow} ELSE write_failures END
  WHERE profile_id = $1`;

const giveBackSql = `
  UPDATE pending_write SET lease_until = 0, last_error = $3 WHERE profile_id = $1 AND lease_id = $2`;

interface Postponement {
  reason: string;
  /** Time of the failure (epoch ms), and the provider's minimum retry delay; null: the provider did not fail. */
  failed: { now: EpochMs; retryAfterMs: number; denials?: number } | null;
}

/** Returns a write that could not be completed. If the provider failed, the profile's other writes wait as well. */
export async function postpone(
  pool: Pool,
  { profile_id, lease_id }: PendingWriteRow,
  { reason, failed }: Postponement,
): Promise<void> {
  const { now, retryAfterMs, denials = 0 } = failed ?? {};
  if (failed) await pool.query(postponeSql, [profile_id, lease_id, now, retryAfterMs, reason, denials]);
  else await pool.query(giveBackSql, [profile_id, lease_id, reason]);
}

/** Resets the failures of a profile whose provider has accepted a write. */
export async function resetWriteFailures(client: PoolClient, profileId: string): Promise<void> {
  await client.query('UPDATE profile SET write_failures = 0 WHERE profile_id = $1 AND write_failures > 0', [profileId]);
}

const markSql = `
  UPDATE event SET settled = nextval('settlement'), written_command = $3, written_at = $4, written_attempts = $5
  WHERE calendar_id = $1 AND event_uid = $2`;

/** Marks the event as one that the provider has with this write, `now` (epoch ms). */
export async function markWritten(client: PoolClient, write: PendingWriteRow, now: EpochMs): Promise<void> {
  await client.query(markSql, [write.calendar_id, write.event_uid, write.command, now, write.attempts]);
}

const completeSql = `
  DELETE FROM pending_write
  WHERE calendar_id = $1 AND event_uid = $2
    AND (command = $3 AND lease_id = $4 OR $5 AND awaits_conference AND command < $3)
  RETURNING command`;

/**
 * Deletes a write that needs nothing more, and with it one that awaits a conference if this one decides about that.
 * False: another replica completed it.
 */
export async function completeWrite(client: PoolClient, write: PendingWriteRow): Promise<boolean> {
  const decidesConference = write.operation === 'delete' || write.change?.conferencing !== undefined;
  const values = [write.calendar_id, write.event_uid, write.command, write.lease_id, decidesConference];
  const { rows } = await client.query<{ command: number }>(completeSql, values);
  return rows.some(({ command }) => command === write.command);
}

const keepSql = `
  UPDATE pending_write SET awaits_conference = true, change = $5, next_attempt_at = $6, lease_until = 0, last_error = $7
  WHERE calendar_id = $1 AND event_uid = $2 AND command = $3 AND lease_id = $4`;

const longestWaitMs = 600_000;

/**
 * Keeps a write that the provider has accepted, until it has added the conference; the next attempt is due after a time
 * that grows with their number, and at `start` (epoch ms). False: another replica completed it.
 */
export async function awaitConference(
  client: PoolClient,
  write: PendingWriteRow,
  { now, start }: { now: EpochMs; start: EpochMs },
): Promise<boolean> {
  const { conferencing } = write.change!;
  const next = Math.min(now + Math.min(longestWaitMs, 1_000 * 2 ** Math.min(write.attempts, 12)), start);
  const key = [write.calendar_id, write.event_uid, write.command, write.lease_id];
  const values = [...key, JSON.stringify({ conferencing }), next, 'The provider has not added the conference yet.'];
  return (await client.query(keepSql, values)).rowCount === 1;
}
