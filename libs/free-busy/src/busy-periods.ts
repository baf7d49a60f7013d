import {
  expandBounded,
  isWholeInTime,
  midnight,
  ownStatus,
  recurrenceBounds,
  type Budget,
  type EventSeries,
  type Occurrence,
} from '@kalends/icalendar';
import type { Period } from './period.js';

/** Busy time of an event's owner. `tentative`: the event, its time, or the owner's own attendance, is not confirmed. */
export interface BusyPeriod extends Period {
  readonly tentative: boolean;
}

/** How the events of a calendar count, where its owner has declared that. */
export interface Counting {
  /** `shown`: as each event shows it; `busy`: all take up time; `free`: none does. */
  readonly countsAs: 'shown' | 'busy' | 'free';
  /** All-day events do not count. */
  readonly ignoresAllDay: boolean;
}

interface BusyOptions {
  /** IANA zone of the calendar: floating times are read in it, and all-day events block its days. */
  floatingTzid: string;
  /** Addresses of the calendar's owner, to find their own attendance. */
  ownAddresses: readonly string[];
  /**
   * The maximum number of instances of a series that are examined individually; {@link DEFAULT_INSTANCES} if absent.
   */
  limit?: number;
  /** Steps that the searches for several series share. */
  steps?: Budget;
  /** As its owner has declared; absent: as each event shows it. */
  counting?: Counting;
  /** Instances that do not count, as `Occurrence.recurrence_id` has them. */
  without?: ReadonlySet<Occurrence['recurrence_id']>;
}

/** Each event as it shows itself. */
export const asShown: Counting = { countsAs: 'shown', ignoresAllDay: false };

const isFree = ({ transparency, status }: Occurrence['component'], countsAs: Counting['countsAs']): boolean =>
  status === 'cancelled' || (transparency === 'transparent' && countsAs !== 'busy');

const DEFAULT_INSTANCES = 12_000;

const dayMs = 86_400_000;

function periodOf({ start, end, startMs, endMs }: Occurrence, tzid: string): Period {
  if (!('date' in start) || !('date' in end)) return { start: startMs, end: endMs };
  return { start: midnight(start.date, tzid), end: midnight(end.date, tzid) };
}

const isTentative = ({ status, extended_transparency: extended }: Occurrence['component']): boolean =>
  status === 'tentative' || extended === 'tentative';

/**
 * When an event makes its owner busy, within `window` (instants; overlapping periods, not cut), ascending by start;
 * touching periods are merged. Free are transparent and cancelled events, events without length, and events that the
 * owner declined (an opaque all-day event blocks the calendar's days, end exclusive), unless `counting` declares otherwise. If a series has more instances
 * than `limit`, cannot be searched to its end, or was not read whole, its owner counts as busy from the last known one until the series or
 * the window ends: unknown time is never free.
 */
export function busyPeriods(series: EventSeries, window: Period, options: BusyOptions): BusyPeriod[] {
  const { countsAs, ignoresAllDay } = options.counting ?? asShown;
  if (countsAs === 'free') return [];
  if (isNeverBusy(series, countsAs) && isWholeInTime(series)) return [];
  // All-day instances are found by the UTC midnights of their dates: up to a day away from the zone's own.
  const wide = { start: window.start - dayMs, end: window.end + dayMs };
  const limit = options.limit ?? DEFAULT_INSTANCES;
  const expansion = expandBounded(series, wide, {
    floatingZone: options.floatingTzid,
    limit,
    ...(options.steps && { steps: options.steps }),
  });
  const busy: BusyPeriod[] = [];
  const attendance = attendanceOf(options.ownAddresses);
  for (const occurrence of expansion.occurrences) {
    const { component } = occurrence;
    if (options.without?.has(occurrence.recurrence_id)) continue;
    const own = attendance(component);
    if (isFree(component, countsAs) || own === 'declined') continue;
    if (ignoresAllDay && 'date' in occurrence.start) continue;
    const { start, end } = periodOf(occurrence, options.floatingTzid);
    if (start >= end || start >= window.end || end <= window.start) continue;
    busy.push({ start, end, tentative: isTentative(component) || own === 'tentative' });
  }
  const completeUntil = isWholeInTime(series) ? expansion.completeUntil : -Infinity;
  const unsearched = completeUntil !== null && { start: Math.max(window.start, completeUntil), end: window.end };
  const rest = unsearched ? unknownRest(series, unsearched, options) : null;
  return joined(rest ? [...busy, rest] : busy);
}

/** The owner's status; thousands of instances share a component, and it may have hundreds of attendees. */
function attendanceOf(own: readonly string[]): (component: Occurrence['component']) => ReturnType<typeof ownStatus> {
  const known = new Map<Occurrence['component'], ReturnType<typeof ownStatus>>();
  return (component) => {
    if (!known.has(component)) known.set(component, ownStatus(component, own));
    return known.get(component);
  };
}

/** Whether no instance can be busy, so that the series need not be expanded. */
function isNeverBusy({ master, overrides, recurrence }: EventSeries, countsAs: Counting['countsAs']): boolean {
  if (!master || overrides.length > 0 || recurrence?.rdates.some(({ end }) => end)) return false;
  return (
    isFree(master, countsAs) ||
    (!('date' in master.start) && JSON.stringify(master.start) === JSON.stringify(master.end))
  );
}

/** The part of the possibly incomplete time that the series covers; null if its owner declined it. */
function unknownRest(series: EventSeries, unsearched: Period, options: BusyOptions): BusyPeriod | null {
  const declined = series.master && ownStatus(series.master, options.ownAddresses) === 'declined';
  if (declined && series.overrides.length === 0) return null;
  const { firstMs, lastMs } = recurrenceBounds(series, { floatingZone: options.floatingTzid });
  const start = Math.max(unsearched.start, firstMs);
  // what was not read may be later than all that was
  const end = isWholeInTime(series) ? Math.min(unsearched.end, lastMs ?? Infinity) : unsearched.end;
  return start < end ? { start, end, tentative: false } : null;
}

/** Ascending by start; periods of one kind that touch or overlap are merged. */
function joined(busy: BusyPeriod[]): BusyPeriod[] {
  const out: { start: number; end: number; tentative: boolean }[] = [];
  for (const one of busy.sort((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last && last.tentative === one.tentative && one.start <= last.end) last.end = Math.max(last.end, one.end);
    else out.push({ ...one });
  }
  return out;
}
