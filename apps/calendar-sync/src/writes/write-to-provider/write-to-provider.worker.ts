import type { RefusalCode } from '@kalends/contracts';
import { inSpan, logEvent, withRequestFields, type Logger } from '@kalends/service-runtime';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type RemoteEvent } from '@kalends/provider-port/sync';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import type { Clock } from '../../injection-tokens.js';
import { overlay } from '../../published-state/overlay.js';
import { publishDisconnected } from '../../published-state/publish-connections.js';
import { publishEvents, type EventUpdate } from '../../published-state/publish-events.js';
import {
  findCalendar,
  findEvent,
  findProfile,
  lockAccount,
  remoteOf,
  type CalendarRow,
  type EventRow,
  type PendingWriteRow,
  type ProfileRow,
} from '../../published-state/rows.js';
import { InFlight } from '../../leases/in-flight.js';
import { serverOf } from '../../stored-credentials/server-of.js';
import { checkFirst, withdrawFirst } from './divided-series.js';
import { conferenceDeadline, lacksConference, upsertWithConference } from './conferences.js';
import {
  awaitConference,
  claimWrites,
  completeWrite,
  markWritten,
  postpone,
  resetWriteFailures,
} from './pending-writes.queries.js';
import { targetOf } from './written-target.js';

/** An older release stored writes to the built-in provider as if another provider had to accept them. */
function applyLocally({ uid, series: before, event_id }: EventRow, write: PendingWriteRow): RemoteEvent | null {
  const { series, deleted } = overlay(before, [write], { uid, isExternal: event_id === null });
  return series && !deleted ? { href: `${uid}.ics`, etag: '', series } : null;
}

const concurrency = 16;
const slow = { limit: 256, perServer: 32 };
/** Refusals in a row of one write's credentials, after which its profile is disconnected. */
const maxDenied = 3;

/** Why a write is refused for ever. */
function codeOf(error: unknown): RefusalCode {
  if (!(error instanceof ProviderError)) return 'other';
  return error.options.refusal ?? (error.failure === 'calendar-gone' ? 'calendar_deleted' : 'other');
}

interface WriteToProviderDependencies {
  pool: Pool;
  providerOf: ProviderOf;
  clock: Clock;
  log: Logger;
  /** Called when one write is done or postponed. */
  onDone: () => void;
}

/** The context in which a write was tried. */
interface Attempt {
  profile: ProfileRow;
  calendar: CalendarRow;
  /** The event's row before the write. */
  event: EventRow;
}

/** Ends a write in the transaction that publishes it; false: another replica did. */
type Completion = (client: PoolClient, write: PendingWriteRow) => Promise<boolean>;

/** A write, and its event as it is stored. */
interface Stored {
  write: PendingWriteRow;
  calendar: CalendarRow;
  event: EventRow;
  refused?: NonNullable<EventUpdate['refused']>;
}

/** Sends accepted writes to their providers, in order per event, until each is accepted or permanently refused. */
export class WriteToProvider {
  private readonly inFlight: InFlight;
  private isStopping = false;

  constructor(private readonly dependencies: WriteToProviderDependencies) {
    const { pool, log, onDone } = dependencies;
    this.inFlight = new InFlight({ pool, log, table: 'pending_write', limit: concurrency, slow, onFree: onDone });
  }

  /** Starts the writes that are due; returns their number. */
  async round(): Promise<number> {
    if (this.inFlight.free === 0 || this.isStopping) return 0;
    const writes = await claimWrites(this.dependencies.pool, this.dependencies.clock(), this.inFlight.free);
    for (const write of writes)
      this.inFlight.run({
        leaseId: write.lease_id!,
        server: serverOf(write),
        work: (signal) => this.send(write, signal),
      });
    return writes.length;
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

  private send(write: PendingWriteRow, signal: AbortSignal): Promise<void> {
    const options = { name: 'write to provider', service: 'calendar-sync', parent: write.traceparent ?? undefined };
    const fields = write.request_id === null ? undefined : { request_id: write.request_id };
    return withRequestFields(fields, () => inSpan(options, () => this.sendNow(write, signal)));
  }

  private async sendNow(write: PendingWriteRow, signal: AbortSignal): Promise<void> {
    let attempt: Attempt | undefined;
    try {
      attempt = await this.prepare(write);
      if (this.isOverdue(write, attempt)) return await this.withoutConference(write);
      await this.settle(write, attempt, await this.writeAtProvider(write, attempt, signal));
    } catch (error) {
      const isPutOff = error instanceof ProviderError && error.options.isPutOff;
      if (this.isStopping || isPutOff)
        await postpone(this.dependencies.pool, write, { reason: isPutOff ? error.message : 'stopped', failed: null });
      else await this.failed(write, attempt, error);
    }
  }

  private async prepare(write: PendingWriteRow): Promise<Attempt> {
    const calendar = await findCalendar(this.dependencies.pool, write.calendar_id);
    if (!calendar || calendar.deleted) throw new ProviderError('calendar-gone', 'The calendar was deleted.');
    if (calendar.readonly) throw new ProviderError('refused', 'The calendar is read-only.', { refusal: 'read_only' });
    await checkFirst(this.dependencies.pool, write);
    const profile = await findProfile(this.dependencies.pool, write.profile_id);
    const event = await findEvent(this.dependencies.pool, write.calendar_id, write.event_uid);
    if (!profile || !event)
      throw new ProviderError('calendar-gone', 'The account was deleted.', { refusal: 'account_deleted' });
    return { profile, calendar, event };
  }

  private async writeAtProvider(write: PendingWriteRow, { profile, calendar, event }: Attempt, signal: AbortSignal) {
    if (profile.provider_name === 'kalends') return applyLocally(event, write);
    const target = targetOf(write, event);
    const provider = this.dependencies.providerOf(profile, 'write', signal);
    if (write.operation === 'upsert') {
      return upsertWithConference(write.change ?? {}, (change, written) =>
        provider.upsert(remoteOf(calendar), { ...target, ...written }, { change, now: write.accepted_at }),
      );
    }
    await provider.remove(remoteOf(calendar), target);
    return null;
  }

  /** The provider accepted the write: updates the event's row and publishes the provider's state with later writes. */
  private async settle(write: PendingWriteRow, attempt: Attempt, remote: RemoteEvent | null): Promise<void> {
    const complete = this.completion(write, attempt, remote);
    await this.finish(write, complete, async (client, calendar, event) => {
      // A sync stored something during the write: only another read can show which of the two is newer.
      const isUnsure = event.etag !== attempt.event.etag && event.etag !== (remote?.etag ?? null);
      const update = {
        eventUid: write.event_uid,
        uid: event.uid,
        href: remote?.href ?? null,
        etag: isUnsure ? null : (remote?.etag ?? null),
        series: remote?.series ?? null,
      };
      await publishEvents(client, { calendar, owner: attempt.profile, now: this.dependencies.clock() }, [update]);
      await markWritten(client, write, this.dependencies.clock());
      await resetWriteFailures(client, write.profile_id);
      if (!isUnsure) return;
      const reread = 'UPDATE calendar SET rereads_wanted = rereads_wanted + 1, ctag = NULL WHERE calendar_id = $1';
      await client.query(reread, [write.calendar_id]);
    });
    const { calendar_id, event_uid, operation, attempts } = write;
    logEvent(this.dependencies.log, 'write.completed', { calendar_id, event_uid, operation, attempts });
  }

  /** Whether the conference that a write awaits is no longer needed. */
  private isOverdue(write: PendingWriteRow, { event, calendar }: Attempt): boolean {
    return write.awaits_conference && conferenceDeadline(event.series, write, calendar) <= this.dependencies.clock();
  }

  /** A write whose conference the provider has not added yet is kept, unless nobody would join any more. */
  private completion(write: PendingWriteRow, { calendar }: Attempt, remote: RemoteEvent | null): Completion {
    const now = this.dependencies.clock();
    const start = conferenceDeadline(remote?.series ?? null, write, calendar);
    if (!lacksConference(write, calendar, remote) || start <= now) return completeWrite;
    return (client) => awaitConference(client, write, { now, start });
  }

  /** The event has started without the conference: readers see what the provider has. */
  private async withoutConference(write: PendingWriteRow): Promise<void> {
    await this.finish(write, completeWrite, (client, calendar, event) =>
      this.publishStored(client, { write, calendar, event }),
    );
    const { calendar_id, event_uid, attempts } = write;
    logEvent(this.dependencies.log, 'write.conference_abandoned', { calendar_id, event_uid, attempts });
  }

  /** Completes the write and publishes it; does nothing if another replica completed it or the account was erased. */
  private async finish(
    write: PendingWriteRow,
    complete: Completion,
    then: (client: PoolClient, calendar: CalendarRow, event: EventRow) => Promise<void>,
  ): Promise<void> {
    const settle = async (client: PoolClient) => {
      if (!(await complete(client, write))) return;
      const calendar = await findCalendar(client, write.calendar_id);
      const event = await findEvent(client, write.calendar_id, write.event_uid);
      if (calendar && event) await then(client, calendar, event);
    };
    await inTransaction(this.dependencies.pool, settle, { first: (client) => lockAccount(client, write.account_id) });
  }

  private async failed(write: PendingWriteRow, attempt: Attempt | undefined, error: unknown): Promise<void> {
    const { calendar_id, event_uid, attempts } = write;
    const failure = error instanceof ProviderError ? error.failure : 'unavailable';
    const reason = error instanceof Error ? error.message : String(error);
    const fields = { calendar_id, event_uid, attempts, failure, reason };
    if (!(error instanceof ProviderError)) this.dependencies.log.error({ err: error, ...fields }, 'a write failed');
    else this.dependencies.log.warn({ event: 'write.failed', ...fields }, 'a write failed');
    const { retryAfterMs = 0, maxAttempts = Infinity } = error instanceof ProviderError ? error.options : {};
    const isFinal = failure === 'refused' || failure === 'calendar-gone' || attempts >= maxAttempts;
    if (failure === 'calendar-gone') await this.readSoon(write.profile_id);
    if (isFinal) return this.refuse(write, { reason, code: codeOf(error) });
    const isDenied = failure === 'authentication-failed' && attempt !== undefined;
    const denials = isDenied ? await this.denied(attempt.profile, write, error as ProviderError) : 0;
    const failed = { now: this.dependencies.clock(), retryAfterMs, denials };
    await postpone(this.dependencies.pool, write, { reason, failed });
  }

  /** Permanent refusal: readers see the provider's state again and why, and the operator finds the refusal. */
  private async refuse(write: PendingWriteRow, why: { reason: string; code: RefusalCode }): Promise<void> {
    const { calendar_id, event_uid, command, account_id, operation } = write;
    const now = this.dependencies.clock();
    const refused = { command, operation, ...why, refused_at: now };
    await this.finish(write, completeWrite, async (client, calendar, event) => {
      await client.query(
        `INSERT INTO refused_write (calendar_id, event_uid, command, account_id, operation, reason, refused_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
        [calendar_id, event_uid, command, account_id, operation, why.reason, now],
      );
      await this.publishStored(client, { write, calendar, event, refused });
      const rest = await withdrawFirst(client, write, now);
      if (rest) await this.publishStored(client, { write, calendar, event: rest });
    });
  }

  /** Publishes the provider's state as it is stored, with the writes that are still pending. */
  private async publishStored(client: PoolClient, { write, calendar, event, refused }: Stored): Promise<void> {
    const owner = await findProfile(client, write.profile_id);
    const { event_uid: eventUid, uid, href, etag, series } = event;
    await publishEvents(client, { calendar, owner, now: this.dependencies.clock() }, [
      { eventUid, uid, href, etag, series, ...(refused ? { refused } : {}) },
    ]);
  }

  /**
   * One refusal may be an accident: the next sync of the profile decides, unless the write is refused again and again. Returns how often in a
   * row it was; none if the profile is disconnected, since with other credentials counting starts again.
   */
  private async denied(profile: ProfileRow, write: PendingWriteRow, { options, message }: ProviderError) {
    const denials = write.denials + 1;
    const isOver = options.isFinal === true || denials >= maxDenied;
    await (isOver ? this.disconnect(profile, message) : this.readSoon(profile.profile_id));
    return isOver ? 0 : denials;
  }

  private async readSoon(profileId: string): Promise<void> {
    const due = 'UPDATE profile SET next_sync_at = least(next_sync_at, $2) WHERE profile_id = $1 AND connected';
    await this.dependencies.pool.query(due, [profileId, this.dependencies.clock()]);
  }

  /** Unless the profile was relinked meanwhile. */
  private async disconnect(tried: ProfileRow, reason: string): Promise<void> {
    const publish = async (client: PoolClient) => {
      const profile = await findProfile(client, tried.profile_id);
      if (!profile?.connected || profile.sealed_password !== tried.sealed_password) return;
      await publishDisconnected({ client, now: this.dependencies.clock() }, tried.profile_id, {
        error: reason,
        reason: 'credentials_refused',
      });
    };
    await inTransaction(this.dependencies.pool, publish, { first: (client) => lockAccount(client, tried.account_id) });
  }
}
