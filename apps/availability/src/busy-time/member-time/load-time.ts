import type { PendingOverlay } from '@kalends/contracts';
import type { Period, Periods } from '@kalends/free-busy';
import { blockOf } from '../blocks.js';
import { beyond, keyOf, newerWrites, readBeyond, readBlock, writtenTime, type CalendarTime } from './busy.js';
import type { BlockCache, CachedBlock, FlaggedSpans } from './block-cache.js';
import { merged } from './merge.js';
import {
  nothing,
  readTime,
  withUids,
  type Queryable,
  type TimeRequest,
  type TimeRow,
  type UnknownReason,
  type RequestedBlock,
} from './time.queries.js';

/** The people to query. `allCalendars`: a profile that has not been synced yet makes the person unknown too. */
interface Person {
  sub: string;
  calendarIds: readonly string[];
  allCalendars: boolean;
}

interface RequestedTime {
  people: readonly Person[];
  /** All instants needed, buffers included. */
  span: Period;
  /** Recent writes (AVL-13). */
  overlay: PendingOverlay;
  freshness: TimeRequest['freshness'];
  /** A hold to ignore. */
  ignoredHolds?: TimeRequest['ignoredHolds'];
}

export interface LoadedTime {
  /** By calendar; each period is complete, even if it extends beyond the span. */
  busy: ReadonlyMap<string, CalendarTime>;
  /** Time of holds, by sub; expired ones excluded. */
  holds: ReadonlyMap<string, Periods>;
  /** Why a person's time is unknown, by sub; everyone else is known. Unknown time is never free (AVL-8). */
  unknown: ReadonlyMap<string, UnknownReason>;
}

/** The first and the last block of a span. */
interface Blocks {
  first: number;
  last: number;
}

interface CalendarBlock extends RequestedBlock {
  /** Copied now: it may be evicted from the cache before the query returns. */
  cached: CachedBlock | undefined;
}

/** Every block of every calendar; for calendars with recent writes cached blocks are useless, because they lack uids. */
function requestedBlocks(
  { calendarIds, written }: Pick<BusyRequest, 'calendarIds' | 'written'>,
  { first, last }: Blocks,
  cache: BlockCache,
): CalendarBlock[] {
  const requested: CalendarBlock[] = [];
  for (const calendar_id of calendarIds) {
    const uids = written.has(calendar_id);
    for (let block = first; block <= last; block += 1) {
      const cached = uids ? undefined : cache.get(calendar_id, block);
      requested.push({ calendar_id, block, known: uids ? withUids : (cached?.revision ?? nothing), cached });
    }
  }
  return requested;
}

class Pieces {
  private readonly byCalendar = new Map<string, FlaggedSpans[]>();

  add(calendarId: string, time: FlaggedSpans): void {
    const pieces = this.byCalendar.get(calendarId);
    if (pieces) pieces.push(time);
    else this.byCalendar.set(calendarId, [time]);
  }

  get all(): ReadonlyMap<string, CalendarTime> {
    return this.byCalendar;
  }
}

function holdsBySub({ holds }: TimeRow): Map<string, Periods> {
  const bySub = new Map<string, { starts: number[]; ends: number[] }>();
  for (const [sub, start, end] of holds ?? []) {
    const times = bySub.get(sub) ?? { starts: [], ends: [] };
    times.starts.push(start);
    times.ends.push(end);
    bySub.set(sub, times);
  }
  return new Map([...bySub].map(([sub, { starts, ends }]) => [sub, merged(starts, ends)]));
}

function unknownBySub({ people, overlay }: RequestedTime, { reasons, unread }: TimeRow): Map<string, UnknownReason> {
  const byCalendar = new Map(reasons);
  for (const { calendar_id } of overlay.calendars) {
    if (byCalendar.get(calendar_id) === 'unknown-calendar') byCalendar.delete(calendar_id);
  }
  const unreadAccounts = new Set(unread);
  const unknown = new Map<string, UnknownReason>();
  for (const { sub, calendarIds: own, allCalendars } of people) {
    const reason = own.map((id) => byCalendar.get(id)).find((one) => one !== undefined);
    if (reason) unknown.set(sub, reason);
    else if (allCalendars && unreadAccounts.has(sub)) unknown.set(sub, 'initial-sync');
  }
  return unknown;
}

/** Updates the cache with what has changed, and returns every block that is not empty. */
function* blocksOf(
  { requested, written, replaced }: BusyRequest,
  cache: BlockCache,
  { blocks: changedBlocks }: TimeRow,
): Generator<{ calendarId: string; time: FlaggedSpans }> {
  const changed = new Set<string>();
  for (const one of changedBlocks ?? []) {
    const [calendarId, block, revision] = one;
    const time = readBlock(one, replaced);
    changed.add(`${calendarId}/${block}`);
    if (!written.has(calendarId)) cache.set(calendarId, block, { revision: revision ?? '', ...time });
    yield { calendarId, time };
  }
  for (const { calendar_id, block, cached } of requested) {
    if (cached && !changed.has(`${calendar_id}/${block}`)) yield { calendarId: calendar_id, time: cached };
  }
}

interface Sources {
  db: Queryable;
  cache: BlockCache;
}

interface BusyRequest {
  calendarIds: readonly string[];
  requested: readonly CalendarBlock[];
  written: ReadonlySet<string>;
  writes: PendingOverlay['events'];
  replaced: ReadonlySet<string>;
  span: Period;
}

async function busyOf({ db, cache }: Sources, request: BusyRequest, row: TimeRow) {
  const pieces = new Pieces();
  for (const { calendarId, time } of blocksOf(request, cache, row)) pieces.add(calendarId, time);
  for (const part of beyond(request.span, row)) {
    const found = await readBeyond(db, request, part);
    for (const { calendarId, time } of found) pieces.add(calendarId, time);
  }
  for (const write of request.writes) pieces.add(write.calendar_id, writtenTime(write));
  return pieces.all;
}

/**
 * Loads people's busy time, the holds on it, and the people whose time is unknown: one consistent snapshot with recent
 * writes applied.
 */
export async function loadTime(db: Queryable, cache: BlockCache, request: RequestedTime): Promise<LoadedTime> {
  const { people, span, freshness } = request;
  const calendarIds = [...new Set(people.flatMap((one) => one.calendarIds))];
  const counted = new Set(calendarIds);
  const overlaid = request.overlay.events.filter(({ calendar_id }) => counted.has(calendar_id));
  const written = new Set(overlaid.map(({ calendar_id }) => calendar_id));
  const blocks = { first: blockOf(span.start), last: blockOf(span.end - 1) };
  const requested = requestedBlocks({ calendarIds, written }, blocks, cache);
  const row = await readTime(db, {
    calendarIds,
    requested,
    written: overlaid.map(({ calendar_id, event_uid }) => ({ calendar_id, event_uid })),
    subs: [...new Set(people.map(({ sub }) => sub))],
    everywhere: people.filter(({ allCalendars }) => allCalendars).map(({ sub }) => sub),
    span,
    freshness,
    ignoredHolds: request.ignoredHolds ?? { client_id: '', hold_ids: [] },
  });
  const writes = newerWrites(overlaid, row);
  const replaced = new Set(writes.map(({ calendar_id, event_uid }) => keyOf(calendar_id, event_uid)));
  const busy = await busyOf({ db, cache }, { calendarIds, requested, written, writes, replaced, span }, row);
  return { busy, holds: holdsBySub(row), unknown: unknownBySub(request, row) };
}
