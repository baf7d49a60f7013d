import { inTransaction } from '@kalends/postgres';
import type { Logger } from '@kalends/service-runtime';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool, PoolClient } from 'pg';
import {
  eventUidOf,
  ProviderError,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesRead,
  type LastRead,
  type RemoteCalendar,
  type RemoteEvent,
} from '@kalends/provider-port/sync';
import { publishCalendar } from '../../published-state/publish-connections.js';
import { publishEvents, type EventUpdate } from '../../published-state/publish-events.js';
import { storableSeries } from '../../published-state/storable-series.js';
import { findCalendar, lockAccount, type CalendarRow, type ProfileRow } from '../../published-state/rows.js';
import { CalendarIndex, type Indexed } from './calendar-index.js';
import { assertLease } from './lease.js';
import { isCursorGivenUp } from './retry.js';

export interface SyncReport {
  changed: number;
  removed: number;
}

/** Dependencies of one calendar's sync. */
interface SyncCalendarDependencies {
  pool: Pool;
  profile: ProfileRow;
  calendar: CalendarRow;
  remote: RemoteCalendar;
  provider: CalendarProvider;
  clock: () => EpochMs;
  log: Logger;
  /** The longest time between two full listings. */
  listingIntervalMs: number;
  /** Listings that are due before this time are due now, as it may be read no sooner again. */
  listedUntil: EpochMs;
}

const isRereadRequested = ({ rereads_wanted, rereads_done }: CalendarRow) => rereads_wanted > rereads_done;

/** Whether a calendar may have changed since it was read, or is due to be listed completely. */
export const isReadDue = (calendar: CalendarRow, { ctag }: RemoteCalendar, listedUntil: EpochMs): boolean =>
  !calendar.synced ||
  isRereadRequested(calendar) ||
  calendar.listing_due_at <= listedUntil ||
  ctag === undefined ||
  ctag !== calendar.ctag;

const deleteBatchSize = 500;

/** Reads one calendar's changes and publishes them batch by batch, each in its own transaction. */
export class CalendarSync {
  private readonly seen = new Set<string>();
  private readonly removed = new Set<string>();
  /** Objects whose UID is stored with another href: a move, or a duplicate; only known at the end. */
  private readonly contested: RemoteEvent[] = [];
  private readonly report: SyncReport = { changed: 0, removed: 0 };
  /** A write reached the provider during the read: the result may be older, so the calendar is read again. */
  private overtaken = false;

  private constructor(
    private readonly dependencies: SyncCalendarDependencies,
    private readonly index: CalendarIndex,
    private readonly last: Pick<LastRead, 'cursor' | 'listAll'>,
  ) {}

  static async run(dependencies: SyncCalendarDependencies): Promise<SyncReport> {
    const { pool, calendar, remote, provider, listedUntil } = dependencies;
    const index = await CalendarIndex.load(pool, calendar.calendar_id);
    const isFull = isRereadRequested(calendar) || isCursorGivenUp(calendar.failures);
    const last = { cursor: isFull ? null : calendar.cursor, listAll: calendar.listing_due_at <= listedUntil };
    const sync = new CalendarSync(dependencies, index, last);
    // under no version, so that each is read, and none is taken for deleted that a page lacks
    const unversioned = () => new Map([...index.known().keys()].map((href) => [href, '']));
    const known = calendar.convert_again ? unversioned() : index.known();
    const read = await provider.changes(remote, { ...last, known }, (batch) => sync.storeBatch(batch));
    await sync.finish(read);
    return sync.report;
  }

  private async storeBatch(batch: ChangeBatch): Promise<void> {
    const { changed, removed, unchanged = [], skipped = [] } = batch;
    for (const href of unchanged) this.seen.add(href);
    for (const { href } of [...changed, ...skipped]) this.seen.add(href);
    for (const href of removed) this.removed.add(href);
    const updates = changed.flatMap((event) => this.claim(event));
    await this.publish(updates, async (client) => {
      await this.index.forget(client, [...removed, ...changed.map(({ href }) => href)]);
      await this.index.skip(
        client,
        skipped.map((one) => ({ ...one, eventUid: null })),
      );
    });
    for (const { href, reason, detail } of skipped) {
      if (reason === 'no-event') this.removed.add(href);
      else this.log('object.skipped', { href, detail });
    }
    this.report.changed += updates.length;
    if (updates.length > 0) this.log('sync.progressed', { events: this.report.changed });
  }

  /** The update of an event, unless its UID belongs to another href. */
  private claim(event: RemoteEvent): EventUpdate[] {
    const eventUid = this.uidOf(event);
    const currentHref = this.index.hrefOf(eventUid);
    if (currentHref !== undefined && currentHref !== event.href && !this.removed.has(currentHref)) {
      this.contested.push(event);
      return [];
    }
    this.index.claim(eventUid, event);
    return [this.updateOf(event)];
  }

  private uidOf = ({ series }: RemoteEvent) => eventUidOf(this.dependencies.calendar.calendar_id, series.uid);

  private updateOf = (event: RemoteEvent): EventUpdate => {
    const { href, etag, series } = event;
    return { eventUid: this.uidOf(event), uid: series.uid, href, etag, series: storableSeries(series) };
  };

  private log(event: string, fields: object): void {
    this.dependencies.log.info({ event, calendar_id: this.dependencies.calendar.calendar_id, ...fields }, event);
  }

  /** Runs one transaction; fails if the calendar was deleted or the profile's lease lost meanwhile. */
  private async publish(updates: EventUpdate[], also?: (client: PoolClient) => Promise<void>): Promise<void> {
    const { pool, profile, clock } = this.dependencies;
    if (updates.length === 0 && !also) return;
    await inTransaction(pool, async (client) => {
      const calendar = await this.lock(client);
      const overtaken = await this.index.settledSince(client, updates);
      this.overtaken ||= overtaken.size > 0;
      const current = updates.filter(({ eventUid }) => !overtaken.has(eventUid));
      const onUnfit = ({ href }: EventUpdate, err: unknown) => this.log('object.skipped', { href, err });
      await publishEvents(client, { calendar, owner: profile, now: clock(), onUnfit }, current);
      await also?.(client);
    });
  }

  private async lock(client: PoolClient): Promise<CalendarRow> {
    await lockAccount(client, this.dependencies.calendar.account_id);
    await assertLease(client, this.dependencies.profile);
    const calendar = await findCalendar(client, this.dependencies.calendar.calendar_id);
    if (!calendar || calendar.deleted)
      throw new ProviderError('calendar-gone', 'The calendar was deleted while it was read.');
    return calendar;
  }

  /**
   * After a full read, everything that it did not contain is deleted (set difference: a full list has no tombstones).
   */
  private async finish({ kind, cursor }: ChangesRead): Promise<void> {
    const isDeleted = (href: string) => this.removed.has(href) || (kind === 'full' && !this.seen.has(href));
    await this.settleContested(isDeleted);
    const deletedEvents = this.index.events().filter(({ href }) => isDeleted(href));
    const orphans = await this.deleteEvents(deletedEvents);
    const { pool, calendar, clock } = this.dependencies;
    await inTransaction(pool, async (client) => {
      const current = await this.lock(client);
      const next = this.overtaken ? this.last.cursor : cursor;
      await this.index.forget(client, this.index.otherHrefs().filter(isDeleted));
      const state = { synced: true, freshness: 'fresh' as const, unreadable: await this.index.unreadable(client) };
      const isListed = (kind === 'full' || this.last.listAll) && !this.overtaken;
      const change = {
        ...state,
        ...this.ctags(orphans),
        ...(isListed ? { listing_due_at: this.nextListing() } : {}),
        ...(this.hasChanged() ? { changed_at: clock() } : {}),
        cursor: next,
        rereads_done: calendar.rereads_wanted,
        convert_again: false,
      };
      await publishCalendar({ client, now: clock() }, current, change);
    });
  }

  /**
   * A ctag counts once two reads in a row have begun under it: some are times in whole seconds, and stay the same when
   * something changes within the second of the first.
   */
  private ctags(orphans: boolean): Pick<CalendarRow, 'ctag' | 'ctag_seen'> {
    const { calendar, remote } = this.dependencies;
    if (this.overtaken || orphans || remote.ctag === undefined) return { ctag: null, ctag_seen: null };
    return { ctag: remote.ctag === calendar.ctag_seen ? remote.ctag : null, ctag_seen: remote.ctag };
  }

  private hasChanged(): boolean {
    return !this.dependencies.calendar.synced || this.report.changed + this.report.removed > 0;
  }

  /**
   * At a random time of the interval's second half after the first one, so that calendars connected together are not listed together, and
   * of its last quarter after the others.
   */
  private nextListing(): EpochMs {
    const { clock, calendar, listingIntervalMs } = this.dependencies;
    const spread = calendar.synced ? 0.25 : 0.5;
    return Math.round(clock() + listingIntervalMs * (1 - Math.random() * spread));
  }

  /** If the object that had the UID is deleted, the other one replaces it; otherwise it keeps the UID. */
  private async settleContested(isDeleted: (href: string) => boolean): Promise<void> {
    const moved = this.contested.filter((event) => isDeleted(this.index.hrefOf(this.uidOf(event)) ?? event.href));
    const second = this.contested.filter((event) => !moved.includes(event));
    for (const event of moved) this.index.claim(this.uidOf(event), event);
    this.report.changed += moved.length;
    await this.publish(moved.map(this.updateOf), (client) =>
      this.index.skip(
        client,
        second.map((event) => ({ ...event, reason: 'second-object', eventUid: this.uidOf(event) })),
      ),
    );
  }

  /** Returns whether a deleted event has a second object, which must then be read. */
  private async deleteEvents(deletedEvents: Indexed[]): Promise<boolean> {
    let orphans = false;
    for (let at = 0; at < deletedEvents.length; at += deleteBatchSize) {
      const part = deletedEvents.slice(at, at + deleteBatchSize);
      const orphaned = await this.index.deleteSecondObjects(
        this.dependencies.pool,
        part.map(({ eventUid }) => eventUid),
      );
      orphans ||= orphaned.size > 0;
      const updates = part
        .filter(({ eventUid }) => !orphaned.has(eventUid))
        .map(({ eventUid, uid }) => ({ eventUid, uid, href: null, etag: null, series: null }));
      await this.publish(updates);
      this.report.removed += updates.length;
    }
    return orphans;
  }
}
