import { inTransaction, logEvent, type Logger } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import { ProviderError, type RemoteCalendar, type RemoteEvent } from '../provider/provider.port.js';
import type { ProviderOf } from '../provider/providers.js';
import type { Clock } from '../providers.js';
import { publishProfile } from '../state/publish-connections.js';
import { publishEvents } from '../state/publish-events.js';
import {
  findCalendar,
  findProfile,
  lockAccount,
  type CalendarRow,
  type EventRow,
  type PendingWriteRow,
} from '../state/rows.js';

const leaseMs = 120_000;
const perRound = 16;

/** The first write of each event that is due, of profiles that are connected; taken for a while, replicas side by side. */
const takeSql = `
  UPDATE pending_write SET lease_until = $1::bigint + ${leaseMs}, attempts = attempts + 1
  WHERE (calendar_id, event_uid, command) IN (
    SELECT write.calendar_id, write.event_uid, write.command
    FROM pending_write AS write JOIN profile USING (profile_id)
    WHERE write.next_attempt_at <= $1::bigint AND write.lease_until <= $1::bigint AND profile.connected
      AND NOT EXISTS (SELECT FROM pending_write AS earlier WHERE earlier.calendar_id = write.calendar_id
                      AND earlier.event_uid = write.event_uid AND earlier.command < write.command)
    ORDER BY write.next_attempt_at, write.command LIMIT ${perRound} FOR UPDATE OF write SKIP LOCKED)
  RETURNING *`;

export const remoteOf = (calendar: CalendarRow): RemoteCalendar => ({
  href: calendar.href,
  name: calendar.name,
  readonly: calendar.readonly,
  primary: calendar.is_primary,
  tzid: calendar.tzid,
});

const backoffMs = (attempts: number, retryAfterMs = 0) =>
  Math.max(retryAfterMs, Math.min(600_000, 1_000 * 2 ** Math.min(attempts, 12)) * (0.75 + Math.random() / 2));

/** Carries accepted writes to their providers, in order per event, until each is taken or refused for good. */
export class WriteToProvider {
  constructor(
    private readonly pool: Pool,
    private readonly providerOf: ProviderOf,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** One round; answers how many writes it tried. */
  async round(): Promise<number> {
    const { rows } = await this.pool.query<PendingWriteRow>(takeSql, [this.clock()]);
    await Promise.all(rows.map((write) => this.carry(write)));
    return rows.length;
  }

  private async carry(write: PendingWriteRow): Promise<void> {
    try {
      const calendar = await findCalendar(this.pool, write.calendar_id);
      if (!calendar || calendar.deleted) throw new ProviderError('calendar-gone', 'The calendar is gone.');
      await this.settle(write, calendar, await this.tryAtProvider(write, calendar));
    } catch (error) {
      await this.failed(write, error);
    }
  }

  private async tryAtProvider(write: PendingWriteRow, calendar: CalendarRow): Promise<RemoteEvent | null> {
    const profile = (await findProfile(this.pool, write.profile_id))!;
    const { rows } = await this.pool.query<EventRow>('SELECT * FROM event WHERE calendar_id = $1 AND event_uid = $2', [
      write.calendar_id,
      write.event_uid,
    ]);
    const target = { uid: rows[0]!.uid, href: rows[0]!.href };
    const provider = this.providerOf(profile);
    if (write.operation === 'upsert') {
      return provider.upsert(remoteOf(calendar), target, write.change ?? {}, write.accepted_at);
    }
    await provider.remove(remoteOf(calendar), target);
    return null;
  }

  /** The provider has it: the event's row says so, and readers see provider and later writes. */
  private async settle(write: PendingWriteRow, calendar: CalendarRow, remote: RemoteEvent | null) {
    await this.finish(write, async (client) => {
      await this.publish(client, write, calendar, remote);
    });
    logEvent(this.log, 'write-carried', {
      calendar_id: write.calendar_id,
      event_uid: write.event_uid,
      operation: write.operation,
      attempts: write.attempts,
    });
  }

  private async publish(client: PoolClient, write: PendingWriteRow, calendar: CalendarRow, remote: RemoteEvent | null) {
    const { rows } = await client.query<EventRow>('SELECT * FROM event WHERE calendar_id = $1 AND event_uid = $2', [
      write.calendar_id,
      write.event_uid,
    ]);
    const profile = await findProfile(client, write.profile_id);
    if (!rows[0] || !profile) return;
    const update = {
      eventUid: write.event_uid,
      uid: rows[0].uid,
      href: remote?.href ?? null,
      etag: remote?.etag ?? null,
      series: remote?.series ?? null,
    };
    await publishEvents(client, calendar, profile.own_addresses, [update], this.clock());
  }

  private async finish(write: PendingWriteRow, then: (client: PoolClient) => Promise<void>) {
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, write.account_id);
      await client.query('DELETE FROM pending_write WHERE calendar_id = $1 AND event_uid = $2 AND command = $3', [
        write.calendar_id,
        write.event_uid,
        write.command,
      ]);
      await then(client);
    });
  }

  private async failed(write: PendingWriteRow, error: unknown): Promise<void> {
    const failure = error instanceof ProviderError ? error.failure : 'unavailable';
    const reason = error instanceof Error ? error.message : String(error);
    const fields = {
      calendar_id: write.calendar_id,
      event_uid: write.event_uid,
      attempts: write.attempts,
      failure,
      reason,
    };
    if (!(error instanceof ProviderError)) this.log.error({ err: error, ...fields }, 'a write to a provider failed');
    else this.log.warn({ event: 'write-failed', ...fields }, 'a write to a provider failed');
    if (failure === 'refused' || failure === 'calendar-gone') return this.refuse(write, reason);
    if (failure === 'authentication-failed') await this.disconnect(write, reason);
    const wait = backoffMs(write.attempts, error instanceof ProviderError ? error.options.retryAfterMs : 0);
    await this.pool.query(
      `UPDATE pending_write SET next_attempt_at = $4, lease_until = 0, last_error = $5
       WHERE calendar_id = $1 AND event_uid = $2 AND command = $3`,
      [write.calendar_id, write.event_uid, write.command, Math.round(this.clock() + wait), reason],
    );
  }

  /** For good: readers see the provider's state again, the operator finds the refusal. */
  private async refuse(write: PendingWriteRow, reason: string) {
    await this.finish(write, async (client) => {
      await client.query(
        `INSERT INTO refused_write (calendar_id, event_uid, command, account_id, operation, reason, refused_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
        [write.calendar_id, write.event_uid, write.command, write.account_id, write.operation, reason, this.clock()],
      );
      const calendar = await findCalendar(client, write.calendar_id);
      const { rows } = await client.query<EventRow>('SELECT * FROM event WHERE calendar_id = $1 AND event_uid = $2', [
        write.calendar_id,
        write.event_uid,
      ]);
      const event = rows[0];
      const profile = await findProfile(client, write.profile_id);
      if (!calendar || !event || !profile) return;
      const { event_uid: eventUid, uid, href, etag, series } = event;
      await publishEvents(
        client,
        calendar,
        profile.own_addresses,
        [{ eventUid, uid, href, etag, series }],
        this.clock(),
      );
    });
  }

  private async disconnect(write: PendingWriteRow, reason: string) {
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, write.account_id);
      await publishProfile(client, write.profile_id, { connected: false, error: reason }, this.clock());
    });
  }
}
