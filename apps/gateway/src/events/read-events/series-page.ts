import type { EventRecord } from '@kalends/contracts';
import {
  expandBounded,
  type Budget,
  type EpochMs,
  type EventTime,
  type Expansion,
  type ExpandOptions,
  type Occurrence,
  type Period,
} from '@kalends/icalendar';
import type { TimeSlices } from '@kalends/service-runtime';
import { day, instanceOf } from '../../read-model/occurrence-row.js';
import type { Filter, Position } from './cursor.js';
import { pageSize } from './page-sql.js';
import type { Reader, TruncatedSeries } from './page.js';
import { dayBeginning, midnightsOf, type Window } from './window.js';

/** Sort key of a row of a page. */
export interface Placed {
  ordered_by: number;
  calendar_id: string;
  event_uid: string;
  instance: string;
}

/** An instance of a series with its sort key; its text is not made yet. */
export interface PlacedInstance extends Placed {
  record: EventRecord;
  occurrence: Occurrence;
}

const order = (row: Placed) => [row.calendar_id, row.event_uid, row.instance];

export function compare(a: Placed, b: Placed): number {
  if (a.ordered_by !== b.ordered_by) return a.ordered_by - b.ordered_by;
  const [left, right] = [order(a), order(b)];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index < 0 ? 0 : left[index]! < right[index]! ? -1 : 1;
}

export const placeOf = (position: Position): Placed => ({
  ordered_by: position.start,
  calendar_id: position.calendarId,
  event_uid: position.eventUid,
  instance: position.instance,
});

/** The steps that the searches for all series of one calendar may take in one read. */
export const bounds = { steps: 5_000_000 };

/** Inputs of a read of series. */
interface SeriesRead {
  reader: Reader;
  window: Window;
  filter: Filter;
  slices: TimeSlices;
  /** What the searches have cost so far, and which series they did not find whole. */
  search: SeriesSearch;
}

/** The searches for series of one read, which share the steps of their calendar. */
export class SeriesSearch {
  private readonly steps = new Map<string, Budget>();
  /** Series of which instances may be missing, by key. */
  private readonly cut = new Map<string, TruncatedSeries>();

  expand({ calendar_id, event_uid, series, floating_tzid }: EventRecord, span: Period, options: Options): Expansion {
    const steps = this.steps.get(calendar_id) ?? { remaining: bounds.steps };
    this.steps.set(calendar_id, steps);
    const expansion = expandBounded(series, span, { ...options, floatingZone: floating_tzid, steps });
    if (expansion.completeUntil !== null && expansion.occurrences.length < options.limit)
      this.cut.set(keyOf(calendar_id, event_uid), [calendar_id, event_uid, 'too_many_instances', 0, 0, 0, null]);
    return expansion;
  }

  /** The truncated series of the reader, with those of which a search was cut. */
  truncated({ truncated }: Reader): TruncatedSeries[] | null {
    const known = new Set(truncated?.map(([calendarId, eventUid]) => keyOf(calendarId, eventUid)));
    const cut = [...this.cut].filter(([key]) => !known.has(key)).map(([, one]) => one);
    return cut.length === 0 ? truncated : [...(truncated ?? []), ...cut];
  }
}

type Options = Pick<ExpandOptions, 'includeCancelled' | 'startsFrom'> & { limit: number };

const isDate = (time: EventTime): boolean => 'date' in time;

const keyOf = (calendarId: string, eventUid: string) => `${calendarId}\n${eventUid}`;

/** The part of the window in which a series is shown, null for none: for a truncated one only what is materialised. */
function spanOf(record: EventRecord, { reader, window }: SeriesRead): Period | null {
  const span = { start: Math.min(window.from, window.fromDay), end: Math.max(window.to, window.toDay) };
  const key = keyOf(record.calendar_id, record.event_uid);
  const cut = reader.truncated?.find(([calendarId, eventUid]) => keyOf(calendarId, eventUid) === key);
  if (!cut || cut[2] !== 'too_many_instances') return span;
  const shown = { start: Math.max(span.start, cut[3]), end: Math.min(span.end, cut[4] + 1) };
  return cut[4] > cut[3] && shown.start < shown.end ? shown : null;
}

function isWithin({ start, startMs, endMs }: Occurrence, window: Window): boolean {
  const [from, to] = isDate(start) ? [window.fromDay, window.toDay] : [window.from, window.to];
  return startMs < to && (endMs > from || startMs >= from);
}

/** How far the order of a read may differ from the order of starts: days may not begin at UTC midnight. */
function maxDisorderMs({ series }: EventRecord): number {
  const allDay = series.master && isDate(series.master.start);
  const mixed = series.overrides.some(({ change }) => change.start && isDate(change.start) !== allDay);
  return mixed ? 1.5 * day : 0;
}

/**
 * The first instances of one series after a position (or from the beginning of the window), in order: up to a page and one
 * more. The cost is that of a page, wherever it is.
 */
function firstAfter(record: EventRecord, position: Position | null, read: SeriesRead): PlacedInstance[] {
  const span = spanOf(record, read);
  if (!span) return [];
  const midnights = midnightsOf(read.window);
  const disorder = maxDisorderMs(record);
  const after = position && placeOf(position);
  const orderedBy = ({ start, startMs }: Occurrence): EpochMs =>
    isDate(start) ? dayBeginning(startMs, midnights) : startMs;
  for (let limit = 2 * pageSize; ; limit *= 4) {
    const { occurrences, completeUntil } = read.search.expand(record, span, {
      includeCancelled: read.filter.includeDeleted ?? false,
      limit,
      ...(position ? { startsFrom: position.start - disorder } : {}),
    });
    const certain = completeUntil === null ? Infinity : completeUntil - disorder;
    const placed = occurrences
      .filter((one) => one.startMs < certain && isWithin(one, read.window))
      .map((occurrence) => ({
        ordered_by: orderedBy(occurrence),
        calendar_id: record.calendar_id,
        event_uid: record.event_uid,
        instance: instanceOf(occurrence),
        record,
        occurrence,
      }))
      .filter((one) => !after || compare(one, after) > 0)
      .sort(compare);
    const isCut = completeUntil !== null && occurrences.length >= limit;
    if (placed.length > pageSize || !isCut) return placed.slice(0, pageSize + 1);
  }
}

/** All instances of an event are of one kind. */
const eventTypeOf = ({ series: { master, overrides } }: EventRecord): string =>
  (master ?? overrides[0]?.change)?.event_type ?? 'default';

/** Whether a read shows anything of an event. */
export const passes = (record: EventRecord, filter: Filter): boolean =>
  (filter.includeDeleted || !record.deleted) &&
  (filter.managed === 'all' || (filter.managed === 'only') === (record.event_id !== undefined)) &&
  (!filter.calendarIds || filter.calendarIds.includes(record.calendar_id)) &&
  (filter.changedSince === undefined || record.changed_at >= filter.changedSince) &&
  (!filter.eventTypes || filter.eventTypes.includes(eventTypeOf(record)));

/** The first instances after a position of all these series, in order: at most a page and one more. */
export async function seriesPage(
  records: readonly EventRecord[],
  position: Position | null,
  read: SeriesRead,
): Promise<PlacedInstance[]> {
  let first: PlacedInstance[] = [];
  for (const record of records) {
    await read.slices.next();
    const own = firstAfter(record, position, read);
    if (own.length > 0) first = [...first, ...own].sort(compare).slice(0, pageSize + 1);
  }
  return first;
}

/** Instances beyond this number are not counted: the number of pages is then a lower bound. */
const countedAtMost = 20_000;

/** Number of instances of these series in the window, up to 20,000. */
export async function countSeries(records: readonly EventRecord[], read: SeriesRead): Promise<number> {
  let count = 0;
  for (const record of records) {
    await read.slices.next();
    const span = spanOf(record, read);
    if (!span || count >= countedAtMost) continue;
    const { occurrences } = read.search.expand(record, span, {
      includeCancelled: read.filter.includeDeleted ?? false,
      limit: countedAtMost - count,
    });
    for (const one of occurrences) if (isWithin(one, read.window)) count += 1;
  }
  return count;
}
