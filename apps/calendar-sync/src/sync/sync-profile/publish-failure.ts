import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { ProviderError } from '@kalends/provider-port/sync';
import {
  publishDisconnected,
  publishFreshness,
  publishProfile,
  type Publishing,
} from '../../published-state/publish-connections.js';
import type { CalendarRow, ProfileRow } from '../../published-state/rows.js';
import { reasonOf } from '../../published-state/unread-reason.js';
import { afterDenial, isPersistent, waitAfter } from './retry.js';

const waitSql = 'UPDATE profile SET failures = $2, next_sync_at = $3, reads_wait_until = $4 WHERE profile_id = $1';
const deniedSql = `
  UPDATE profile SET denied_at = coalesce(denied_at, $2), next_sync_at = $3, reads_wait_until = $3 WHERE profile_id = $1`;
const calendarSql = `
  UPDATE calendar SET failures = failures + 1, retry_at = $2, unread_since = coalesce(unread_since, $3), reason = $4,
    last_read = CASE WHEN failures = 0 AND synced THEN $5 ELSE last_read END
  WHERE calendar_id = $1`;

/** A refusal of one calendar is not over in seconds, so its waits are longer. */
const failuresAhead = 2;
const longestRefusedMs = 3_600_000;
/** However often a provider notifies, a profile that fails is tried at most this often, in ms. */
const minApartMs = 2_000;

const unexpected = new ProviderError('unavailable', 'An unexpected error; it has been logged.');

/**
 * What follows from a failed sync of a profile. Nothing is deleted: what is stored is marked stale, or disconnected if the provider no
 * longer grants access; not before the third failure in a row, and the second refusal of credentials.
 */
export async function publishFailure(at: Publishing, profile: ProfileRow, error: unknown): Promise<void> {
  const { client, now } = at;
  const known = error instanceof ProviderError ? error : unexpected;
  const failures = profile.failures + 1;
  const initial_sync = profile.initial_sync === 'done' ? ('done' as const) : ('failed' as const);
  // the process survived
  const reason = known === unexpected ? ('internal_error' as const) : reasonOf[known.failure];
  const app_passwords_of = known.options.appPasswordsOf ?? null;
  const change = {
    ...{ error: known.message, reason, initial_sync, failures, set_aside_at: null, app_passwords_of },
    // what its provider reports can no longer be read
    confirmed_until: null,
  };
  if (known.failure === 'address-refused') return publishDisconnected(at, profile.profile_id, change);
  if (known.failure === 'authentication-failed') {
    const next = afterDenial(profile, known, now);
    if (next === 'disconnect') return publishDisconnected(at, profile.profile_id, change);
    await client.query(deniedSql, [profile.profile_id, now, next.againAt]);
    return;
  }
  const next_sync_at = now + waitAfter(failures, known);
  const isRequested = known.options.retryAfterMs !== undefined;
  const reads_wait_until = isRequested ? next_sync_at : Math.min(next_sync_at, now + minApartMs);
  if (!isPersistent(failures) && profile.set_aside_at === null) {
    await client.query(waitSql, [profile.profile_id, failures, next_sync_at, reads_wait_until]);
    return;
  }
  await publishFreshness(at, profile.profile_id, 'stale');
  await publishProfile(at, profile.profile_id, { ...change, next_sync_at, reads_wait_until });
}

/** How reading one calendar failed; `lastSync`: when its profile was last read completely, epoch ms. */
interface CalendarFailure {
  error: ProviderError;
  lastSync: EpochMs | null;
}

/** Notes that one calendar failed, why, and when it is tried again; returns whether readers are to know that it is stale. */
export async function noteFailure(
  { client, now }: Publishing,
  { calendar_id, failures: before }: CalendarRow,
  { error, lastSync }: CalendarFailure,
): Promise<boolean> {
  const failures = before + 1;
  const isRefused = error.failure === 'refused';
  const wait = isRefused ? waitAfter(failures + failuresAhead, error, longestRefusedMs) : waitAfter(failures, error);
  await client.query(calendarSql, [calendar_id, now + wait, now, reasonOf[error.failure], lastSync]);
  return isRefused || isPersistent(failures);
}

const resetFailuresSql = `
  UPDATE calendar SET failures = 0, retry_at = 0, unread_since = NULL, reason = NULL, last_read = NULL
  WHERE calendar_id = $1`;

/** Later notifications are answered by the next read. */
const answeredSql = 'UPDATE calendar SET notified_read = $2 WHERE calendar_id = $1 AND notified_read < $2';

/** A calendar, as it was before, has been read. */
export async function noteRead(pool: Pool, { calendar_id, failures, notified, notified_read }: CalendarRow) {
  if (failures > 0) await pool.query(resetFailuresSql, [calendar_id]);
  if (notified > notified_read) await pool.query(answeredSql, [calendar_id, notified]);
}
