import type { ProvedIdentity } from '@kalends/contracts';
import { changedObject, seriesIn } from './change-object.js';
import {
  missingEvent,
  recurringEvent,
  ProviderError,
  type CalendarProvider,
  type RequestedCalendars,
  type ChangeBatch,
  type ChangesRead,
  type LastRead,
  type ListedResources,
  type NewCalendar,
  type RemoteCalendar,
  type RemoteEvent,
  type RemoteResource,
  type RequestedChange,
  type WriteTarget,
} from './provider.port.js';
import { readObject } from './read-object.js';

interface Stored {
  etag: string;
  object: string | null;
  changed: number;
}

/** A provider in memory whose calendars other clients can change, and which can be made to fail or wait. */
export class MemoryProvider implements CalendarProvider {
  readonly list: RemoteCalendar[] = [
    { href: '/home/', name: 'Home', readonly: false, primary: true, tzid: 'Europe/London' },
  ];
  rooms: RemoteResource[] = [{ email: 'red@example.com', name: 'Red' }];
  readonly requests: string[] = [];
  /** Thrown by each request while it is set. */
  failure: ProviderError | undefined;
  /** The identity that it reports as authenticated. */
  identity: ProvedIdentity = { origin: 'https://calendar.example.com', principal: '/principals/ada/' };
  /** Awaited at these points, so that a test decides when they continue. */
  readonly pause: Partial<Record<'beforeBatch' | 'afterWrite', () => Promise<void>>> = {};
  /** Cursors below this position are no longer accepted. */
  oldest = 0;
  batchSize = 500;
  private readonly objects = new Map<string, Stored>();
  private place = 0;

  put(href: string, object: string): void {
    this.place += 1;
    this.objects.set(href, { etag: `"${this.place}"`, object, changed: this.place });
    this.mark();
  }

  drop(href: string): void {
    this.place += 1;
    this.objects.set(href, { etag: '', object: null, changed: this.place });
    this.mark();
  }

  /** Deletes without reporting it: only a listing shows that it is missing. */
  dropSilently(href: string): void {
    this.objects.delete(href);
  }

  /** Changes within the same second: the ctag stays. */
  putUnderSameCtag(href: string, object: string): void {
    const ctags = this.list.map(({ ctag }) => ctag);
    this.put(href, object);
    this.list.forEach((calendar, index) => (calendar.ctag = ctags[index]!));
  }

  /** Behaves like a server that has forgotten its deletions and accepts no older cursor. */
  forget(): void {
    this.oldest = this.place;
    for (const [href, { object }] of this.objects) if (object === null) this.objects.delete(href);
  }

  read(href: string): string | undefined {
    return this.objects.get(href)?.object ?? undefined;
  }

  hrefs(): string[] {
    return [...this.objects].filter(([, { object }]) => object !== null).map(([href]) => href);
  }

  private mark(): void {
    for (const calendar of this.list) calendar.ctag = String(this.place);
  }

  private answer(request: string): void {
    this.requests.push(request);
    if (this.failure) throw this.failure;
  }

  async calendars({ ctags = true }: RequestedCalendars = {}): Promise<RemoteCalendar[]> {
    this.answer('calendars');
    return this.list.map(({ ctag, ...calendar }) => (ctags && ctag !== undefined ? { ...calendar, ctag } : calendar));
  }

  async prove(): Promise<ProvedIdentity> {
    this.answer('prove');
    return this.identity;
  }

  async ownAddresses(): Promise<string[]> {
    return ['ada@example.com'];
  }

  async createCalendar({ key, name, color, tzid }: NewCalendar): Promise<RemoteCalendar> {
    this.answer(`create ${name}`);
    const href = `/${key}/`;
    const existing = this.list.find((one) => one.href === href);
    if (existing) return { ...existing };
    const created = { href, name, readonly: false, primary: false, tzid, ...(color === undefined ? {} : { color }) };
    this.list.push(created);
    return { ...created };
  }

  async resources(): Promise<ListedResources> {
    this.answer('resources');
    return { resources: this.rooms.map((one) => ({ ...one })), truncated: false };
  }

  async changes(
    calendar: RemoteCalendar,
    { cursor, listAll }: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead> {
    this.answer('changes');
    const isFull = cursor === null || listAll === true || !(Number(cursor) >= this.oldest);
    const from = isFull ? 0 : Number(cursor);
    const end = String(this.place);
    const due = [...this.objects].filter(([href, { changed }]) => href.startsWith(calendar.href) && changed > from);
    for (let at = 0; at < due.length; at += this.batchSize) {
      const batch: Required<ChangeBatch> = { changed: [], removed: [], unchanged: [], skipped: [] };
      for (const [href, { etag, object }] of due.slice(at, at + this.batchSize)) {
        const read = object === null ? null : readObject(object);
        if (read === null) batch.removed.push(href);
        else if (typeof read === 'string') batch.skipped.push({ href, etag, reason: read });
        else batch.changed.push({ href, etag, series: read });
      }
      await this.pause.beforeBatch?.();
      await onBatch(batch);
    }
    return { kind: isFull ? 'full' : 'delta', cursor: end };
  }

  async upsert(calendar: RemoteCalendar, target: WriteTarget, requested: RequestedChange): Promise<RemoteEvent> {
    this.answer(`upsert ${target.uid}`);
    const href = target.href ?? `${calendar.href}${target.uid}.ics`;
    if (target.mustExist && this.read(href) === undefined) throw missingEvent();
    this.checkSingle(href, target);
    this.put(href, changedObject(this.read(href) ?? null, { uid: target.uid, ...requested }));
    const { etag, object } = this.objects.get(href)!;
    await this.pause.afterWrite?.();
    return { href, etag, series: seriesIn(object!, target.uid)! };
  }

  async remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
    this.answer(`remove ${target.uid}`);
    const href = target.href ?? `${calendar.href}${target.uid}.ics`;
    this.checkSingle(href, target);
    if (this.read(href) !== undefined) this.drop(href);
    await this.pause.afterWrite?.();
  }

  private checkSingle(href: string, { uid, mustNotRecur }: WriteTarget): void {
    const object = this.read(href);
    if (mustNotRecur && object !== undefined && seriesIn(object, uid)?.recurrence) throw recurringEvent();
  }
}
