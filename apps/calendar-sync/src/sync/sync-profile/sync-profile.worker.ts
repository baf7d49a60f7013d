import { inTransaction } from '@kalends/postgres';
import { inSpan, logEvent, metrics, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type CalendarProvider } from '../../providers/port/provider.port.js';
import type { ProviderOf } from '../../providers/port/provider-registry.js';
import type { Clock } from '../../injection-tokens.js';
import { publishCalendar, publishFreshness, publishProfile } from '../../published-state/publish-connections.js';
import { well } from '../../published-state/store-profile.js';
import { findCalendar, lockAccount, type CalendarRow, type ProfileRow } from '../../published-state/rows.js';
import { InFlight } from '../../leases/in-flight.js';
import { ensureChannel, type PushOptions } from './ensure-channel.js';
import { assertLease, LeaseLost } from './lease.js';
import { ProfileLeases } from './profile-leases.js';
import { reconcileCalendars, type LiveCalendar } from './reconcile-calendars.js';
import { noteFailure, publishFailure } from './publish-failure.js';
import { CalendarSync, isReadDue, type SyncReport } from './sync-calendar.js';

const concurrency = 4;

/** A profile during whose syncs the process has ended so often is set aside. */
const mostDeaths = 2;

const resetFailuresSql = 'UPDATE calendar SET failures = 0, retry_at = 0, unread_since = NULL WHERE calendar_id = $1';

/** Whether a provider notifies about changes of every calendar. */
const watchedSql = `
  SELECT NOT EXISTS (
    SELECT FROM calendar WHERE profile_id = $1 AND NOT deleted AND NOT EXISTS (
      SELECT FROM push_channel channel
      WHERE channel.calendar_id = calendar.calendar_id AND resource_id IS NOT NULL AND NOT closing AND expires_at > $2
    )) AS watched`;

type SinceRead = Pick<ProfileRow, 'notified' | 'notified_at'> & { retry_at: number | null };

const sinceReadSql = `
  SELECT notified, notified_at,
    (SELECT min(retry_at) FROM calendar WHERE profile_id = $1 AND NOT deleted AND failures > 0) AS retry_at
  FROM profile WHERE profile_id = $1 FOR UPDATE`;

/** With channels open, most polls find nothing: they only cover lost notifications. */
const slowerBy = 10;
const slowestMs = 300_000;

interface SyncProfilesDependencies {
  pool: Pool;
  providerOf: ProviderOf;
  clock: Clock;
  intervalMs: number;
  listingIntervalMs: number;
  log: Logger;
  /** Where a provider, by its name, sends notifications; absent or undefined: it is only polled. */
  pushOf?: (providerName: string) => PushOptions | undefined;
  /** Called when one profile is done. */
  onDone: () => void;
}

/** A calendar that could not be read. */
interface Failing {
  calendar: CalendarRow;
  error: ProviderError;
}

/** Syncs each connected profile every interval (with jitter); leases divide the profiles among replicas. */
export class SyncProfiles {
  private readonly inFlight: InFlight;
  private readonly stopping = new AbortController();
  /** A profile whose last sync ended with its process is synced alone, so that no other is suspected if it happens again. */
  private isAlone = false;
  private readonly leases: ProfileLeases;

  constructor(private readonly dependencies: SyncProfilesDependencies) {
    const { pool, log, clock, onDone } = dependencies;
    this.leases = new ProfileLeases(pool, clock);
    this.inFlight = new InFlight({ pool, log, table: 'profile', limit: concurrency, onFree: onDone });
  }

  /** Starts syncing what is due; returns the number of profiles. */
  async round(): Promise<number> {
    if (this.inFlight.free <= 0 || this.isAlone || this.stopping.signal.aborted) return 0;
    await this.leases.releaseOld();
    const suspects = this.inFlight.free === concurrency ? await this.leases.claim(1, true) : [];
    const profiles = suspects.length > 0 ? suspects : await this.leases.claim(this.inFlight.free, false);
    this.isAlone = suspects.length > 0;
    for (const profile of profiles) {
      this.inFlight.run(profile.lease_id!, () => this.sync(profile).finally(() => (this.isAlone = false)));
    }
    return profiles.length;
  }

  drained(): Promise<void> {
    return this.inFlight.drained();
  }

  /** Aborts work in flight at its next request; another replica resumes it later. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.drained();
  }

  private sync(profile: ProfileRow): Promise<void> {
    const attributes = { 'kalends.provider': profile.provider_name };
    return inSpan({ name: 'sync profile', service: 'calendar-sync', attributes }, () => this.syncNow(profile));
  }

  private async syncNow(profile: ProfileRow): Promise<void> {
    const started = performance.now();
    try {
      if (profile.deaths >= mostDeaths) return await this.setAside(profile);
      const { failure, ...changes } = await this.readAll(profile);
      if (failure) return await this.failed(profile, failure);
      await this.done(profile);
      metrics.syncs.inc({ provider: profile.provider_name, outcome: 'done' });
      const fields = { profile_id: profile.profile_id, ms: Math.round(performance.now() - started), ...changes };
      if (changes.changed + changes.removed > 0) logEvent(this.dependencies.log, 'profile.synced', fields);
    } catch (error) {
      await this.failed(profile, error);
    } finally {
      await this.leases.release(profile.lease_id!);
    }
  }

  /** Its calendars stay, marked stale, and are not read for some time, unless an operator or its owner requests it. */
  private async setAside(profile: ProfileRow): Promise<void> {
    const { profile_id, provider_name } = profile;
    const now = this.dependencies.clock();
    const change = {
      error: 'Its calendars are not read: the process ended twice while reading them.',
      initial_sync: profile.initial_sync === 'done' ? ('done' as const) : ('failed' as const),
      set_aside_at: now,
      set_asides: profile.set_asides + 1,
    };
    await this.locked(profile, async (client) => {
      await publishFreshness({ client, now }, profile_id, 'stale');
      await publishProfile({ client, now }, profile_id, change);
    });
    metrics.syncs.inc({ provider: provider_name, outcome: 'set-aside' });
    this.dependencies.log.error({ event: 'profile.suspended', profile_id }, 'a profile is not synced for some time');
  }

  /** A calendar that cannot be read does not prevent reading the others. */
  private async readAll(profile: ProfileRow): Promise<SyncReport & { failure?: ProviderError }> {
    const { pool, providerOf, clock } = this.dependencies;
    const provider = providerOf(profile, this.stopping.signal);
    // a first read compares no ctags, and computing them costs the server work on every object
    const remotes = await provider.calendars({ ctags: profile.initial_sync !== 'pending' });
    const live = await reconcileCalendars(pool, profile, { remotes, now: clock(), log: this.dependencies.log });
    const total: SyncReport & { failure?: ProviderError } = { changed: 0, removed: 0 };
    const failing: Failing[] = [];
    for (const { calendar, remote } of live) {
      if (calendar.retry_at > clock() && calendar.rereads_wanted <= calendar.rereads_done) continue;
      try {
        const report = await this.read(profile, provider, { calendar, remote });
        if (calendar.failures > 0) await pool.query(resetFailuresSql, [calendar.calendar_id]);
        total.changed += report.changed;
        total.removed += report.removed;
      } catch (error) {
        if (error instanceof ProviderError && error.failure === 'calendar-gone') continue;
        const isLocal = error instanceof ProviderError && error.failure !== 'authentication-failed';
        if (!isLocal) throw error;
        failing.push({ calendar, error });
      }
    }
    // where every calendar fails, that is the server
    const isDown = failing.length === live.length && failing.every(({ error }) => error.failure !== 'refused');
    if (failing.length > 0 && isDown) return { ...total, failure: failing[0]!.error };
    for (const one of failing) await this.calendarFailed(profile, one);
    return total;
  }

  private async read(profile: ProfileRow, provider: CalendarProvider, live: LiveCalendar): Promise<SyncReport> {
    const { calendar, remote } = live;
    const { pool, clock, log, pushOf, listingIntervalMs } = this.dependencies;
    const push = pushOf?.(profile.provider_name);
    await ensureChannel({ pool, clock, log, push, leaseId: profile.lease_id }, provider, live);
    if (isReadDue(calendar, remote, clock()))
      return CalendarSync.run({ pool, profile, calendar, remote, provider, clock, log, listingIntervalMs });
    if (calendar.freshness !== 'fresh') {
      await this.locked(profile, (client) => this.mark(client, calendar, 'fresh'));
    }
    return { changed: 0, removed: 0 };
  }

  /** One calendar cannot be read: the others continue, and it is retried with growing delays. */
  private async calendarFailed(profile: ProfileRow, { calendar, error }: Failing) {
    const { calendar_id } = calendar;
    const failures = calendar.failures + 1;
    const fields = { profile_id: profile.profile_id, calendar_id, failures, reason: error.message };
    this.dependencies.log.warn({ event: 'calendar.sync_failed', ...fields }, 'a calendar could not be read');
    await this.locked(profile, async (client) => {
      const at = { client, now: this.dependencies.clock() };
      if (await noteFailure(at, calendar, error)) await this.mark(client, calendar, 'stale');
    });
  }

  private async intervalOf(client: PoolClient, { profile_id, provider_name }: ProfileRow): Promise<number> {
    const { pushOf, intervalMs, clock } = this.dependencies;
    if (!pushOf?.(provider_name)) return intervalMs;
    const { rows } = await client.query<{ watched: boolean }>(watchedSql, [profile_id, clock()]);
    return rows[0]!.watched ? Math.max(intervalMs, Math.min(intervalMs * slowerBy, slowestMs)) : intervalMs;
  }

  private async mark(client: PoolClient, { calendar_id }: CalendarRow, freshness: CalendarRow['freshness']) {
    const calendar = await findCalendar(client, calendar_id);
    if (!calendar || calendar.deleted) return;
    await publishCalendar({ client, now: this.dependencies.clock() }, calendar, { freshness });
  }

  /** Under the account's lock and our lease. */
  private locked<Result>(profile: ProfileRow, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.dependencies.pool, async (client) => {
      await lockAccount(client, profile.account_id);
      await assertLease(client, profile);
      return work(client);
    });
  }

  private async done(profile: ProfileRow): Promise<void> {
    const now = this.dependencies.clock();
    // the interval bounds the delay of a change, including its read, unless a notification was lost
    const change = { ...well, initial_sync: 'done' as const, last_sync: now };
    await this.locked(profile, async (client) => {
      if (!(await this.isCurrent(client, profile))) return;
      const interval = await this.intervalOf(client, profile);
      const { again, retryAt } = await this.sinceRead(client, profile);
      const later = Math.min(Math.round(now + interval * (0.8 + Math.random() * 0.15)), retryAt ?? Infinity);
      const next = { next_sync_at: again ? now : later, notified_at: again?.at ?? null };
      const publishing = { client, now, notifiedAt: profile.notified_at };
      await publishProfile(publishing, profile.profile_id, { ...change, ...next });
    });
  }

  /** Not if the profile was disconnected or relinked during the sync with the old credentials. */
  private async isCurrent(client: PoolClient, { profile_id, links }: ProfileRow): Promise<boolean> {
    const { rowCount } = await client.query('SELECT FROM profile WHERE profile_id = $1 AND connected AND links = $2', [
      profile_id,
      links,
    ]);
    return rowCount === 1;
  }

  /**
   * `again`: the notification that arrived during the sync, perhaps for a change that it missed, and when (null: unknown); undefined: none.
   * No more can arrive until the commit. `retryAt`: when the first of the calendars that failed is tried again, epoch ms.
   */
  private async sinceRead(client: PoolClient, { profile_id, notified, notified_at }: ProfileRow) {
    const { rows } = await client.query<SinceRead>(sinceReadSql, [profile_id]);
    const retryAt = rows[0]?.retry_at;
    if (rows[0]?.notified === notified) return { retryAt };
    // only the first is stored: when that is answered, the next counts from now
    return { retryAt, again: { at: notified_at === null ? rows[0]?.notified_at : this.dependencies.clock() } };
  }

  private async failed(profile: ProfileRow, error: unknown): Promise<void> {
    if (error instanceof LeaseLost || this.stopping.signal.aborted) return;
    this.report(profile, error);
    try {
      await this.locked(profile, async (client) => {
        if (!(await this.isCurrent(client, profile))) return;
        await publishFailure({ client, now: this.dependencies.clock() }, profile, error);
      });
    } catch (lost) {
      if (!(lost instanceof LeaseLost)) throw lost;
    }
  }

  private report(profile: ProfileRow, error: unknown): void {
    const fields = { profile_id: profile.profile_id, failures: profile.failures + 1 };
    const outcome = error instanceof ProviderError ? error.failure : 'unexpected';
    metrics.syncs.inc({ provider: profile.provider_name, outcome });
    if (error instanceof ProviderError) {
      const { failure, message: reason } = error;
      this.dependencies.log.warn(
        { event: 'profile.sync_failed', ...fields, failure, reason },
        'a profile could not be synced',
      );
    } else this.dependencies.log.error({ err: error, ...fields }, 'a profile could not be synced');
  }
}
