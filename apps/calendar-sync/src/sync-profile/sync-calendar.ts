import { inTransaction } from '@kalends/service';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { eventUidOf } from '../provider/event-uid.js';
import type { CalendarProvider, ChangeBatch, RemoteCalendar } from '../provider/provider.port.js';
import { publishCalendar } from '../state/publish-connections.js';
import { publishEvents, type EventUpdate } from '../state/publish-events.js';
import { findCalendar, lockAccount, type CalendarRow, type ProfileRow } from '../state/rows.js';

export interface SyncReport {
  changed: number;
  removed: number;
}

interface Indexed {
  event_uid: string;
  uid: string;
  href: string;
  etag: string | null;
  deleted: boolean;
}

/** What we hold of a calendar, by href. */
async function indexOf(pool: Pool, calendarId: string): Promise<Map<string, Indexed>> {
  const { rows } = await pool.query<Indexed>(
    'SELECT event_uid, uid, href, etag, deleted FROM event WHERE calendar_id = $1 AND href IS NOT NULL AND series IS NOT NULL',
    [calendarId],
  );
  return new Map(rows.map((row) => [row.href, row]));
}

/** Reads one calendar's changes and publishes them, batch by batch, each in a transaction of its own. */
export class CalendarSync {
  private readonly seen = new Set<string>();
  private readonly report: SyncReport = { changed: 0, removed: 0 };

  constructor(
    private readonly pool: Pool,
    private readonly profile: ProfileRow,
    private readonly calendar: CalendarRow,
    private readonly index: Map<string, Indexed>,
    private readonly clock: () => EpochMs,
    private readonly onProgress: (report: SyncReport) => void,
  ) {}

  static async run(
    pool: Pool,
    profile: ProfileRow,
    calendar: CalendarRow,
    remote: RemoteCalendar,
    provider: CalendarProvider,
    clock: () => EpochMs,
    onProgress: (report: SyncReport) => void,
  ): Promise<SyncReport> {
    const index = await indexOf(pool, calendar.calendar_id);
    const sync = new CalendarSync(pool, profile, calendar, index, clock, onProgress);
    const known = new Map([...index.values()].map(({ href, etag }) => [href, etag ?? '']));
    const read = await provider.changes(remote, calendar.cursor, known, (batch) => sync.take(batch));
    await sync.finish(remote, read.kind === 'full', read.cursor);
    return sync.report;
  }

  private async take({ changed, removed }: ChangeBatch): Promise<void> {
    for (const { href } of changed) this.seen.add(href);
    const updates = changed.map(({ href, etag, series }): EventUpdate => ({
      eventUid: eventUidOf(this.calendar.calendar_id, series.uid),
      uid: series.uid,
      href,
      etag,
      series,
    }));
    const arrived = new Set(updates.map(({ eventUid }) => eventUid));
    const gone = removed.flatMap((href) => this.goneAt(href)).filter(({ eventUid }) => !arrived.has(eventUid));
    await this.publish([...updates, ...gone]);
    this.report.changed += updates.length;
    this.report.removed += gone.length;
    this.onProgress(this.report);
  }

  private goneAt(href: string): EventUpdate[] {
    const held = this.index.get(href);
    if (!held || held.deleted) return [];
    return [{ eventUid: held.event_uid, uid: held.uid, href: null, etag: null, series: null }];
  }

  private async publish(updates: EventUpdate[]): Promise<void> {
    if (updates.length === 0) return;
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, this.calendar.account_id);
      if (!(await findCalendar(client, this.calendar.calendar_id))) return;
      await publishEvents(client, this.calendar, this.profile.own_addresses, updates, this.clock());
    });
  }

  /** After a full read what was not seen in it is gone (set difference: a full list has no tombstones). */
  private async finish(remote: RemoteCalendar, full: boolean, cursor: string | null): Promise<void> {
    const missing = full ? [...this.index.keys()].filter((href) => !this.seen.has(href)) : [];
    const gone = missing.flatMap((href) => this.goneAt(href));
    for (let at = 0; at < gone.length; at += 500) await this.publish(gone.slice(at, at + 500));
    this.report.removed += gone.length;
    await inTransaction(this.pool, async (client) => {
      await lockAccount(client, this.calendar.account_id);
      const calendar = await findCalendar(client, this.calendar.calendar_id);
      if (!calendar) return;
      const change = { ctag: remote.ctag ?? null, cursor, synced: true, freshness: 'fresh' as const };
      await publishCalendar(client, calendar, change, this.clock());
    });
  }
}
