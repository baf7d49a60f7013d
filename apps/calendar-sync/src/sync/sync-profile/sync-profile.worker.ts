import { inTransaction } from '@kalends/postgres';
import { inSpan, logEvent, metrics, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type CalendarProvider, type PushOptions } from '@kalends/provider-port/sync';
import { purposeOf, type Purpose } from '../../budget/purpose.js';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import type { Clock } from '../../injection-tokens.js';
import { publishCalendar, publishFreshness, publishProfile } from '../../published-state/publish-connections.js';
import { well } from '../../published-state/store-profile.js';
import { findCalendar, lockAccount, type CalendarRow, type ProfileRow } from '../../published-state/rows.js';
import { serverOf } from '../../stored-credentials/server-of.js';
import { certificateChange, type Certificates } from './certificate-change.js';
import { assertLease, LeaseLost } from './lease.js';
import { namedCalendars } from './named-calendars.js';
import { nextSync } from './next-sync.js';
import type { PollBounds } from '../poll-intervals.js';
import { readFacts, type ProfileFacts } from './profile-facts.js';
import { ProfileLeases } from './profile-leases.js';
import { readCalendar } from './read-calendar.js';
import { reconcileCalendars, type LiveCalendar } from './reconcile-calendars.js';
import { noteFailure, publishFailure } from './publish-failure.js';
import { reportFailure } from './report-failure.js';
import type { SyncReport } from './sync-calendar.js';
import { SyncPlaces } from './sync-places.js';

/** A profile during whose syncs the process has ended so often is set aside. */
const maxDeaths = 2;

interface SyncProfilesDependencies extends Certificates {
  pool: Pool;
  providerOf: ProviderOf;
  clock: Clock;
  bounds: PollBounds;
  listingIntervalMs: number;
  log: Logger;
  /** Where a provider, by its name, sends notifications; absent or undefined: it is only polled. */
  pushOf?: (providerName: string) => PushOptions | undefined;
  /** Called when one profile is done. */
  onDone: () => void;
  /** How long a sync usually takes at most, in ms; a second if absent. */
  usualMs?: number;
  /** Providers, by `provider_name`, whose budget has no request left for this; none if absent. */
  shortFor?: (purpose: Purpose) => string[];
}

/** What a sync of a profile did and found. */
interface ProfileReport extends SyncReport {
  /** Whether all calendars were read, rather than those that a notification named. */
  wasPolled: boolean;
  /** Why none could be read. */
  failure?: ProviderError;
  facts: ProfileFacts;
}

/** Nothing failed: other requests are more urgent. */
const isPutOff = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.options.isPutOff === true;

/** A calendar that could not be read. */
interface Failing {
  calendar: CalendarRow;
  error: ProviderError;
}

/** Syncs each connected profile when it is due; leases divide the profiles among replicas. */
export class SyncProfiles {
  private readonly places: SyncPlaces;
  private isStopping = false;
  private readonly leases: ProfileLeases;

  constructor(private readonly dependencies: SyncProfilesDependencies) {
    const { pool, clock } = dependencies;
    this.leases = new ProfileLeases(pool, clock);
    const work = (profile: ProfileRow, signal: AbortSignal) => this.sync(profile, signal);
    this.places = new SyncPlaces({ ...dependencies, leases: this.leases, work });
  }

  /** Starts syncing what is due; returns the number of profiles. */
  async round(): Promise<number> {
    return this.isStopping ? 0 : this.places.round();
  }

  drained(): Promise<void> {
    return this.places.drained();
  }

  /** Aborts work in flight at its next request; another replica resumes it later. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.places.abort();
    await this.drained();
  }

  private sync(profile: ProfileRow, signal: AbortSignal): Promise<void> {
    const attributes = { 'kalends.provider': profile.provider_name };
    return inSpan({ name: 'sync profile', service: 'calendar-sync', attributes }, () => this.syncNow(profile, signal));
  }

  private async syncNow(profile: ProfileRow, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    try {
      if (profile.deaths >= maxDeaths) return await this.setAside(profile);
      const { failure, wasPolled, facts, ...changes } = await this.readAll(profile, signal);
      if (failure) throw failure;
      await this.done(profile, { wasPolled, facts });
      metrics.syncs.inc({ provider: profile.provider_name, outcome: 'done' });
      const fields = { profile_id: profile.profile_id, ms: Math.round(performance.now() - started), ...changes };
      if (changes.changed + changes.removed > 0) logEvent(this.dependencies.log, 'profile.synced', fields);
    } catch (error) {
      // it found no slow place, and starts in one as soon as one is free
      if (signal.aborted && !this.isStopping) metrics.syncs.inc({ provider: profile.provider_name, outcome: 'slow' });
      else await this.failed(profile, error);
    } finally {
      const tookLong = signal.aborted || this.places.isLong(performance.now() - started);
      const slowServer = tookLong ? serverOf(profile) : null;
      await this.leases.release(profile.lease_id!, { slowServer, hasNoPlace: signal.aborted && !this.isStopping });
    }
  }

  /** Its calendars stay, marked stale, and are not read for some time, unless an operator or its owner requests it. */
  private async setAside(profile: ProfileRow): Promise<void> {
    const { profile_id, provider_name } = profile;
    const now = this.dependencies.clock();
    const change = {
      error: 'Its calendars are not read: the process ended twice while reading them.',
      reason: 'set_aside' as const,
      initial_sync: profile.initial_sync === 'done' ? ('done' as const) : ('failed' as const),
      set_aside_at: now,
      confirmed_until: null,
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
  private async readAll(profile: ProfileRow, signal: AbortSignal): Promise<ProfileReport> {
    const { pool, providerOf, clock, log } = this.dependencies;
    const provider = providerOf(profile, purposeOf(profile), signal);
    const named = await namedCalendars(pool, profile, clock());
    const live = named ?? (await this.listed(profile, provider));
    const total: ProfileReport = { changed: 0, removed: 0, wasPolled: named === null, facts: {} };
    const failing: Failing[] = [];
    const reading = { ...this.dependencies, profile, provider, push: this.pushOf(profile), wasPolled: named === null };
    for (const { calendar, remote } of live) {
      if (calendar.retry_at > clock() && calendar.rereads_wanted <= calendar.rereads_done) continue;
      try {
        const report = await readCalendar(reading, { calendar, remote });
        if (!report && calendar.freshness !== 'fresh')
          await this.locked(profile, (client) => this.mark(client, calendar, 'fresh'));
        total.changed += report?.changed ?? 0;
        total.removed += report?.removed ?? 0;
      } catch (error) {
        if (signal.aborted || isPutOff(error)) throw error;
        if (error instanceof ProviderError && error.failure === 'calendar-gone') continue;
        const isLocal = error instanceof ProviderError && error.failure !== 'authentication-failed';
        if (!isLocal) throw error;
        failing.push({ calendar, error });
      }
    }
    // where every calendar fails, that is the server
    const isDown =
      total.wasPolled && failing.length === live.length && failing.every(({ error }) => error.failure !== 'refused');
    if (failing.length > 0 && isDown) return { ...total, failure: failing[0]!.error };
    for (const one of failing) await this.calendarFailed(profile, one);
    return { ...total, facts: await readFacts(profile, provider, { now: clock(), log, signal }) };
  }

  /** The calendars that the provider lists now. */
  private async listed(profile: ProfileRow, provider: CalendarProvider): Promise<LiveCalendar[]> {
    const { pool, clock, log } = this.dependencies;
    // a first read compares no ctags, and computing them costs the server work on every object
    const remotes = await provider.calendars({ ctags: profile.initial_sync !== 'pending' });
    return reconcileCalendars(pool, profile, { remotes, now: clock(), log });
  }

  /** One calendar cannot be read: the others continue, and it is retried with growing delays. */
  private async calendarFailed(profile: ProfileRow, { calendar, error }: Failing) {
    const { calendar_id } = calendar;
    const failures = calendar.failures + 1;
    const fields = { profile_id: profile.profile_id, calendar_id, failures, reason: error.message };
    this.dependencies.log.warn({ event: 'calendar.sync_failed', ...fields }, 'a calendar could not be read');
    await this.locked(profile, async (client) => {
      const at = { client, now: this.dependencies.clock() };
      if (await noteFailure(at, calendar, { error, lastSync: profile.last_sync }))
        await this.mark(client, calendar, 'stale');
    });
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

  private async done(profile: ProfileRow, { wasPolled, facts }: Pick<ProfileReport, 'wasPolled' | 'facts'>) {
    const now = this.dependencies.clock();
    const found = { ...facts, initial_sync: 'done' as const, last_sync: now };
    await this.locked(profile, async (client) => {
      if (!(await this.isCurrent(client, profile))) return;
      const pushes = this.pushOf(profile) !== undefined;
      const next = await nextSync({ client, now }, profile, { bounds: this.dependencies.bounds, pushes, wasPolled });
      const change = { ...well, ...found, ...certificateChange(this.dependencies, profile, now), ...next };
      await publishProfile({ client, now, notifiedAt: profile.notified_at }, profile.profile_id, change);
    });
  }

  private pushOf = ({ provider_name }: ProfileRow) => this.dependencies.pushOf?.(provider_name);

  /** Not if the profile was disconnected or relinked during the sync with the old credentials. */
  private async isCurrent(client: PoolClient, { profile_id, links }: ProfileRow): Promise<boolean> {
    const { rowCount } = await client.query('SELECT FROM profile WHERE profile_id = $1 AND connected AND links = $2', [
      profile_id,
      links,
    ]);
    return rowCount === 1;
  }

  private async failed(profile: ProfileRow, error: unknown): Promise<void> {
    if (error instanceof LeaseLost || this.isStopping) return;
    if (isPutOff(error)) return this.leases.putOff(profile, error.options.retryAfterMs ?? 0);
    reportFailure(this.dependencies.log, profile, error);
    try {
      await this.locked(profile, async (client) => {
        if (!(await this.isCurrent(client, profile))) return;
        await publishFailure({ client, now: this.dependencies.clock() }, profile, error);
      });
    } catch (lost) {
      if (!(lost instanceof LeaseLost)) throw lost;
    }
  }
}
