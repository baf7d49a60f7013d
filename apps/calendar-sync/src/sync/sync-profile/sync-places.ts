import type { Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { Purpose } from '../../budget/purpose.js';
import { InFlight } from '../../leases/in-flight.js';
import type { ProfileRow } from '../../published-state/rows.js';
import { serverOf } from '../../stored-credentials/server-of.js';
import type { ProfileLeases } from './profile-leases.js';

const concurrency = 4;
const slow = { limit: 32, perServer: 8 };

interface SyncPlacesDependencies {
  pool: Pool;
  log: Logger;
  leases: ProfileLeases;
  /** Syncs a profile and releases its lease. */
  work: (profile: ProfileRow, signal: AbortSignal) => Promise<void>;
  /** Called when a place is free. */
  onDone: () => void;
  /** How long a sync usually takes at most, in ms; a second if absent. */
  usualMs?: number;
  /** Providers, by `provider_name`, whose budget has no request left for this; none if absent. */
  shortFor?: (purpose: Purpose) => string[];
}

/** Places of first syncs, or of all others. */
interface Lane {
  isFirst: boolean;
  inFlight: InFlight;
  /** One profile at a time that was slow gets a usual place for a second, while there is no slow place for it. */
  isTrialInFlight: boolean;
}

/** Places of syncs in flight. First syncs, which take long, have places of their own: others never wait for them. */
export class SyncPlaces {
  private readonly lanes: readonly Lane[];
  /** A profile whose last sync ended with its process, while it is synced again. */
  private suspect: { isAlone: boolean } | undefined;

  constructor(private readonly dependencies: SyncPlacesDependencies) {
    const { pool, log, onDone, usualMs } = dependencies;
    const onFree = () => {
      // one that left its place waits for its server: others are synced meanwhile
      if (this.suspect && this.isFree) this.suspect.isAlone = false;
      onDone();
    };
    this.lanes = [false, true].map((isFirst) => ({
      isFirst,
      inFlight: new InFlight({ pool, log, table: 'profile', limit: concurrency, slow, usualMs, onFree }),
      isTrialInFlight: false,
    }));
  }

  /** Starts what is due; returns the number of profiles. */
  async round(): Promise<number> {
    if (this.suspect?.isAlone || this.lanes.every((lane) => this.isFull(lane))) return 0;
    await this.dependencies.leases.releaseOld();
    if (!this.suspect && this.isFree && (await this.startSuspect())) return 1;
    let started = 0;
    for (const lane of this.lanes) if (!this.isFull(lane)) started += await this.fill(lane);
    return started;
  }

  async drained(): Promise<void> {
    await Promise.all(this.lanes.map(({ inFlight }) => inFlight.drained()));
  }

  /** Aborts work in flight at its next request. */
  abort(): void {
    for (const { inFlight } of this.lanes) inFlight.abort();
  }

  /** Whether a sync that took so long, in ms, would have left its place. */
  isLong(ms: number): boolean {
    return this.lanes[0]!.inFlight.isLong(ms);
  }

  /** Whether all that are in flight have left their places. */
  private get isFree(): boolean {
    return this.lanes.every(({ inFlight }) => inFlight.free === concurrency);
  }

  private isFull = ({ inFlight }: Lane): boolean => inFlight.free + inFlight.freeSlow === 0;

  private async fill(lane: Lane): Promise<number> {
    const { leases, shortFor = () => [] } = this.dependencies;
    const usual = lane.inFlight.free;
    const slowPlaces = Math.min(1, lane.inFlight.freeSlow);
    const fullServers = lane.inFlight.fullServers();
    const others = shortFor(lane.isFirst ? 'first-sync' : 'poll');
    const profiles = await leases.claim({
      usual,
      slow: slowPlaces,
      fullServers,
      trials: usual === 0 || lane.isTrialInFlight ? 0 : 1,
      isSuspectInFlight: this.suspect !== undefined,
      isFirst: lane.isFirst,
      short: { others, notified: lane.isFirst ? others : shortFor('push') },
    });
    const isTrial = (slow: string | null) => slow !== null && (slowPlaces === 0 || fullServers.includes(slow));
    for (const profile of profiles) this.start(lane, profile, isTrial(profile.slow_server));
    return profiles.length;
  }

  /** Such a profile starts alone, so that no other is suspected if the process ends again. */
  private async startSuspect(): Promise<boolean> {
    const profile = await this.dependencies.leases.claimSuspect();
    if (!profile) return false;
    this.suspect = { isAlone: true };
    this.start(this.lanes[0]!, profile);
    return true;
  }

  private start(lane: Lane, profile: ProfileRow, isTrial = false): void {
    const isSuspect = this.suspect?.isAlone ?? false;
    lane.isTrialInFlight ||= isTrial;
    lane.inFlight.run({
      leaseId: profile.lease_id!,
      server: serverOf(profile),
      isSlow: !isSuspect && !isTrial && profile.slow_server !== null,
      mayStay: isSuspect,
      work: (signal) =>
        this.dependencies.work(profile, signal).finally(() => {
          if (isSuspect) this.suspect = undefined;
          if (isTrial) lane.isTrialInFlight = false;
        }),
    });
  }
}
