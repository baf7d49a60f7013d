import { inTransaction } from '@kalends/postgres';
import { inSpan, logEvent, metrics, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type CalendarProvider, type PushOptions } from '@kalends/provider-port/sync';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import type { Clock } from '../../injection-tokens.js';
import { publishCalendar, publishFreshness, publishProfile } from '../../published-state/publish-connections.js';
import { well } from '../../published-state/store-profile.js';
import { findCalendar, lockAccount, type CalendarRow, type ProfileRow } from '../../published-state/rows.js';
import { InFlight } from '../../leases/in-flight.js';
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

const concurrency = 4;
const slow = { limit: 32, perServer: 8 };

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
}

/** What a sync of a profile did and found. */
interface ProfileReport extends SyncReport {
  /** Whether all calendars were read, rather than those that a notification named. */
  wasPolled: boolean;
  /** Why none could be read. */
  failure?: ProviderError;
  facts: ProfileFacts;
}

/** A calendar that could not be read. */
interface Failing {
  calendar: CalendarRow;
  error: ProviderError;
}

/** Syncs each connected profile when it is due; leases divide the profiles among replicas. */
export class SyncProfiles {
  private readonly inFlight: InFlight;
  private isStopping = false;
  /** A profile whose last sync ended with its process, while it is synced again. */
  private suspect: { isAlone: boolean } | undefined;
  /** One profile at a time that was slow gets a usual place for a second, while there is no slow place for it. */
  private isTrialInFlight = false;
  private readonly leases: ProfileLeases;

  constructor(private readonly dependencies: SyncProfilesDependencies) {
    const { pool, log, clock, onDone, usualMs } = dependencies;
    this.leases = new ProfileLeases(pool, clock);
    const onFree = () => {
      // one that left its place waits for its server: others are synced meanwhile
      if (this.suspect && this.inFlight.free === concurrency) this.suspect.isAlone = false;
      onDone();
    };
    this.inFlight = new InFlight({ pool, log, table: 'profile', limit: concurrency, slow, usualMs, onFree });
  }

  /** Starts syncing what is due; returns the number of profiles. */
  async round(): Promise<number> {
    const usual = this.inFlight.free;
    const slowPlaces = Math.min(1, this.inFlight.freeSlow);
    if (usual + slowPlaces === 0 || this.suspect?.isAlone || this.isStopping) return 0;
    await this.leases.releaseOld();
    if (!this.suspect && usual === concurrency && (await this.startSuspect())) return 1;
    const fullServers = this.inFlight.fullServers();
    const profiles = await this.leases.claim({
      usual,
      slow: slowPlaces,
      fullServers,
      trials: usual === 0 || this.isTrialInFlight ? 0 : 1,
      isSuspectInFlight: this.suspect !== undefined,
    });
    const isTrial = (slow: string | null) => slow !== null && (slowPlaces === 0 || fullServers.includes(slow));
    for (const profile of profiles) this.start(profile, isTrial(profile.slow_server));
    return profiles.length;
  }

  /** Such a profile starts alone, so that no other is suspected if the process ends again. */
  private async startSuspect(): Promise<boolean> {
    const profile = await this.leases.claimSuspect();
    if (!profile) return false;
    this.suspect = { isAlone: true };
    this.start(profile);
    return true;
  }

  private start(profile: ProfileRow, isTrial = false): void {
    const isSuspect = this.suspect?.isAlone ?? false;
    this.isTrialInFlight ||= isTrial;
    this.inFlight.run({
      leaseId: profile.lease_id!,
      server: serverOf(profile),
      isSlow: !isSuspect && !isTrial && profile.slow_server !== null,
      mayStay: isSuspect,
      work: (signal) =>
        this.sync(profile, signal).finally(() => {
          if (isSuspect) this.suspect = undefined;
          if (isTrial) this.isTrialInFlight = false;
        }),
    });
  }

  drained(): Promise<void> {
    return this.inFlight.drained();
  }

  /** Aborts work in flight at its next request; another replica resumes it later. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.inFlight.abort();
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
      const tookLong = signal.aborted || this.inFlight.isLong(performance.now() - started);
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
    const provider = providerOf(profile, signal);
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
        if (signal.aborted) throw error;
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
