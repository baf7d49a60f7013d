import { inTransaction, logEvent, type Logger } from '@kalends/service';
import type { Pool } from 'pg';
import { ProviderError } from '../provider/provider.port.js';
import type { ProviderOf } from '../provider/providers.js';
import type { Clock } from '../providers.js';
import { publishCalendar, publishProfile } from '../state/publish-connections.js';
import { calendarsOf, lockAccount, type ProfileRow } from '../state/rows.js';
import { reconcileCalendars } from './reconcile-calendars.js';
import { CalendarSync } from './sync-calendar.js';

const leaseMs = 300_000;
const atOnce = 4;

const takeSql = `
  UPDATE profile SET lease_until = $1::bigint + ${leaseMs}
  WHERE profile_id IN (
    SELECT profile_id FROM profile
    WHERE next_sync_at <= $1::bigint AND lease_until <= $1::bigint AND connected AND NOT deleted
    ORDER BY next_sync_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
  RETURNING *`;

/** Looks at each connected profile every interval (with jitter), replicas side by side by leases. */
export class SyncProfiles {
  constructor(
    private readonly pool: Pool,
    private readonly providerOf: ProviderOf,
    private readonly clock: Clock,
    private readonly intervalMs: number,
    private readonly log: Logger,
  ) {}

  /** One round; answers how many profiles were due. */
  async round(): Promise<number> {
    const { rows } = await this.pool.query<ProfileRow>(takeSql, [this.clock()]);
    await Promise.all(rows.map((profile) => this.sync(profile)));
    return rows.length;
  }

  private async sync(profile: ProfileRow): Promise<void> {
    const started = performance.now();
    try {
      const changes = await this.readAll(profile);
      await this.done(profile);
      const fields = { profile_id: profile.profile_id, ms: Math.round(performance.now() - started), ...changes };
      if (changes.changed + changes.removed > 0) logEvent(this.log, 'profile-synced', fields);
    } catch (error) {
      await this.failed(profile, error);
    }
  }

  private async readAll(profile: ProfileRow) {
    const provider = this.providerOf(profile);
    const live = await reconcileCalendars(this.pool, profile, await provider.calendars(), this.clock());
    const total = { changed: 0, removed: 0 };
    for (const { calendar, remote } of live) {
      if (calendar.synced && remote.ctag !== undefined && remote.ctag === calendar.ctag) {
        if (calendar.freshness !== 'fresh') await this.freshen(profile, calendar.calendar_id);
        continue;
      }
      const progress = (report: { changed: number }) =>
        this.log.info({ event: 'syncing', calendar_id: calendar.calendar_id, events: report.changed }, 'syncing');
      const report = await CalendarSync.run(this.pool, profile, calendar, remote, provider, this.clock, progress);
      total.changed += report.changed;
      total.removed += report.removed;
    }
    return total;
  }

  private async freshen(profile: ProfileRow, calendarId: string) {
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, profile.account_id);
      const calendar = (await calendarsOf(client, profile.profile_id)).find((one) => one.calendar_id === calendarId);
      if (calendar) await publishCalendar(client, calendar, { freshness: 'fresh' }, this.clock());
    });
  }

  /** Published when readers learn something; an uneventful look only moves the next one. */
  private async done(profile: ProfileRow): Promise<void> {
    const now = this.clock();
    const next = Math.round(now + this.intervalMs * (0.9 + Math.random() * 0.2));
    const change = {
      connected: true,
      error: null,
      initial_sync: 'done' as const,
      last_sync: now,
      next_sync_at: next,
      failures: 0,
    };
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, profile.account_id);
      const { rowCount } = await client.query(
        'UPDATE profile SET lease_until = 0 WHERE profile_id = $1 AND connected',
        [profile.profile_id],
      );
      if (rowCount === 1) await publishProfile(client, profile.profile_id, change, now);
    });
  }

  /** Nothing is emptied: what is held stays, marked stale, or disconnected when the provider no longer lets us in. */
  private async failed(profile: ProfileRow, error: unknown): Promise<void> {
    const known = error instanceof ProviderError;
    const disconnected = known && (error.failure === 'authentication-failed' || error.failure === 'address-refused');
    const reason = known ? error.message : 'An unexpected error; it has been logged.';
    const fields = { profile_id: profile.profile_id, failures: profile.failures + 1, reason };
    if (known) this.log.warn({ event: 'sync-failed', ...fields }, 'a profile could not be synced');
    else this.log.error({ err: error, ...fields }, 'a profile could not be synced');
    const wait = Math.min(3_600_000, this.intervalMs * 2 ** Math.min(profile.failures, 6)) * (0.75 + Math.random() / 2);
    const now = this.clock();
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, profile.account_id);
      const freshness = disconnected ? ('disconnected' as const) : ('stale' as const);
      for (const calendar of await calendarsOf(client, profile.profile_id)) {
        if (!calendar.deleted) await publishCalendar(client, calendar, { freshness }, now);
      }
      await client.query('UPDATE profile SET lease_until = 0 WHERE profile_id = $1', [profile.profile_id]);
      const retryAfter = known ? (error.options.retryAfterMs ?? 0) : 0;
      await publishProfile(
        client,
        profile.profile_id,
        {
          connected: !disconnected && profile.connected,
          error: reason,
          initial_sync: profile.initial_sync === 'done' ? 'done' : 'failed',
          failures: profile.failures + 1,
          next_sync_at: disconnected ? null : Math.round(now + Math.max(wait, retryAfter)),
        },
        now,
      );
    });
  }
}
