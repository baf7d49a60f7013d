import { logEvent, type Logger } from '@kalends/service-runtime';
import { randomToken } from '@kalends/security';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { ProviderError, type CalendarProvider, type PushOptions } from '@kalends/provider-port/sync';
import { LeaseLost } from './lease.js';
import type { LiveCalendar } from './reconcile-calendars.js';

interface EnsureChannelDependencies {
  pool: Pool;
  clock: () => EpochMs;
  log: Logger;
  push: PushOptions | undefined;
  /** The lease of the profile under which this runs. */
  leaseId: string | null;
}

/** The fraction of a channel's lifetime after which its successor is opened. */
const renewAfter = 0.8;
const openingMs = 60_000;
/** If a provider supports no channels for a calendar, one is requested again after this time. */
const refusedMs = 6 * 3_600_000;

/** The provider's answer proves the channel. */
const extendSql =
  'UPDATE push_channel SET expires_at = $2, renew_at = $3, proved_at = $4, doubted_at = NULL WHERE channel_id = $1';

/** Extends the calendar's channel; false: there is none that could be extended. */
async function renewed(
  { pool, log }: EnsureChannelDependencies,
  provider: CalendarProvider,
  { calendarId, now }: Calendar,
) {
  if (!provider.renewWatch) return false;
  const { rows } = await pool.query<ChannelRow & { is_doubted: boolean }>(
    `SELECT channel_id, resource_id, doubted_at IS NOT NULL AS is_doubted FROM push_channel
     WHERE calendar_id = $1 AND resource_id IS NOT NULL AND NOT closing`,
    [calendarId],
  );
  for (const { channel_id, resource_id, is_doubted } of rows) {
    // an extension would not show that notifications arrive
    if (is_doubted) await provider.unwatch?.({ channelId: channel_id, resourceId: resource_id! }).catch(ignored);
    const extended = is_doubted ? null : await provider.renewWatch({ resourceId: resource_id! });
    if (extended) {
      const renewAt = Math.round(now + (extended.expiresAt - now) * renewAfter);
      await pool.query(extendSql, [channel_id, extended.expiresAt, renewAt, now]);
      logEvent(log, 'provider_channel.renewed', { calendar_id: calendarId, expires_at: extended.expiresAt });
      return true;
    }
    await pool.query('DELETE FROM push_channel WHERE channel_id = $1', [channel_id]);
  }
  return false;
}

interface Calendar {
  calendarId: string;
  now: EpochMs;
}

interface ChannelRow {
  channel_id: string;
  resource_id: string | null;
}

async function hasCurrentChannel(pool: Pool, calendarId: string, now: EpochMs): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM push_channel WHERE calendar_id = $1 AND NOT closing AND renew_at > $2 AND doubted_at IS NULL',
    [calendarId, now],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * While the lease is ours: whoever has it now may have opened another channel. A first notification may have arrived already; the
 * successor of a proven channel counts as proven.
 */
const settleSql = `
  UPDATE push_channel SET resource_id = $2, expires_at = $3, renew_at = $4, proved_at = coalesce(proved_at, $6, (
    SELECT max(proved_at) FROM push_channel AS previous
    WHERE previous.calendar_id = push_channel.calendar_id AND resource_id IS NOT NULL AND NOT closing
      AND doubted_at IS NULL AND previous.expires_at > $7))
  WHERE channel_id = $1 AND EXISTS (
    SELECT FROM profile WHERE profile.profile_id = push_channel.profile_id AND lease_id = $5)`;

/**
 * The new channel replaces the others; these stay open until now, so that no change falls between them. Throws LeaseLost
 * and replaces none if the lease was lost while the provider answered.
 */
async function settle(pool: Pool, { calendarId, channelId, now, leaseId }: Opening, opened: Opened) {
  const renewAt = Math.round(now + (opened.expiresAt - now) * renewAfter);
  const proof = opened.isProven ? now : null;
  const values = [channelId, opened.resourceId, opened.expiresAt, renewAt, leaseId, proof, now];
  const { rowCount } = await pool.query(settleSql, values);
  if (rowCount !== 1) throw new LeaseLost(`the lease was lost while ${channelId} was opened`);
  const { rows } = await pool.query<ChannelRow>(
    'UPDATE push_channel SET closing = true WHERE calendar_id = $1 AND channel_id <> $2 RETURNING channel_id, resource_id',
    [calendarId, channelId],
  );
  return rows;
}

interface Opening extends Calendar {
  channelId: string;
  leaseId: string | null;
}

type Opened = Awaited<ReturnType<NonNullable<CalendarProvider['watch']>>>;

async function close(
  dependencies: EnsureChannelDependencies,
  provider: CalendarProvider,
  channels: readonly ChannelRow[],
) {
  for (const { channel_id, resource_id } of channels) {
    if (resource_id !== null)
      await provider.unwatch?.({ channelId: channel_id, resourceId: resource_id }).catch(ignored);
    await dependencies.pool.query('DELETE FROM push_channel WHERE channel_id = $1', [channel_id]);
  }
}

/** A channel that cannot be closed expires. */
function ignored(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}

/**
 * Keeps a push channel open for the calendar, if the provider supports it: opens one, and its successor before it
 * expires. Call it before the calendar is read, so that every later change is notified. The caller has leased the
 * profile, so there is only one channel.
 */
export async function ensureChannel(
  dependencies: EnsureChannelDependencies,
  provider: CalendarProvider,
  { calendar, remote }: LiveCalendar,
): Promise<void> {
  const { pool, clock, log, push, leaseId } = dependencies;
  const { calendar_id, profile_id } = calendar;
  const now = clock();
  if (!push || !provider.watch || (await hasCurrentChannel(pool, calendar_id, now))) return;
  if (await renewed(dependencies, provider, { calendarId: calendar_id, now })) return;
  const channelId = `gch_${randomToken()}`;
  await pool.query(
    `INSERT INTO push_channel (channel_id, profile_id, calendar_id, expires_at, renew_at, opened_at)
     VALUES ($1, $2, $3, $4, $5, $5)`,
    [channelId, profile_id, calendar_id, now + openingMs, now],
  );
  try {
    const request = { channelId, address: push.address, token: push.tokenFor(channelId) };
    const opened = await provider.watch(remote, request);
    const opening = { calendarId: calendar_id, channelId, now, leaseId };
    await close(dependencies, provider, await settle(pool, opening, opened));
    logEvent(log, 'provider_channel.opened', { calendar_id, expires_at: opened.expiresAt });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure === 'authentication-failed') throw error;
    const again = now + (error.failure === 'refused' ? refusedMs : openingMs);
    await pool.query('UPDATE push_channel SET renew_at = $2 WHERE channel_id = $1', [channelId, again]);
    logEvent(log, 'provider_channel.refused', { calendar_id, failure: error.failure, reason: error.message });
  }
}
