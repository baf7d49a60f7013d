import { EpochMs, EventComponent, EventSeries, Occurrence, Period } from '../model.js';
import { DAY, dateString } from '../time/civil.js';
import { ZoneContext, instantOf, isAllDay, timedAt } from '../zones/event-time.js';
import { Exclusions, baseStarts, exRuleStarts, exclusionsOf, periodDurations } from './base-starts.js';
import { PlacedOverride, mergeOverride, placeOverrides, shifted } from './overrides.js';
import { SeriesView, durationOf, lengthAt, longestOf, recurrenceIdOf, viewOf, wallOfInstant } from './series-view.js';

export interface ExpandOptions {
  /** The zone in which floating times are read: the calendar owner's. */
  floatingZone: string;
  /** At most so many instances, the earliest ones; {@link DEFAULT_LIMIT} if absent. */
  limit?: number;
  /** Also gives instances that were cancelled by STATUS or removed by EXDATE, marked `cancelled`. */
  includeCancelled?: boolean;
  /** Only instances that start at this instant or later; all-day ones also up to a day before it. */
  startsFrom?: EpochMs;
}

/** Instances of a series, and how far they are all of them. */
export interface Expansion {
  /** Ordered by start. */
  occurrences: Occurrence[];
  /**
   * The instant up to which no instance that starts in the window is missing; `null`: none is missing at all. Not null
   * where there are more instances than `limit`, or where to find them would cost more than MAX_STEPS.
   */
  completeUntil: EpochMs | null;
}

export const DEFAULT_LIMIT = 100_000;

/**
 * The instances of a series that overlap a window of instants, ordered by start (RFC 5545 §3.8.5). An instance of no
 * length counts when its start lies in the window. All-day instances are compared by the UTC midnights of their dates.
 * A rule yields what it says, as in libical, ical.js and dateutil: a DTSTART that the rule does not match is no instance
 * (§3.8.5.3 leaves that undefined). `component` is the master or the override's whole component; an instance's own times are in `start` and `end` beside
 * it. The cost depends on the window, not on the age of the series, and is bounded for every rule (`limit`,
 * MAX_STEPS). A rule that is malformed or in another calendar (RSCALE) leaves only DTSTART.
 */
export const expand = (series: EventSeries, window: Period, options: ExpandOptions): Occurrence[] =>
  expandBounded(series, window, options).occurrences;

/** {@link expand}, with where it was cut off. One call takes a bounded time: some 100 ms at the very most. */
export function expandBounded(series: EventSeries, window: Period, options: ExpandOptions): Expansion {
  if (!(window.start < window.end)) return { occurrences: [], completeUntil: null };
  const wanted: Wanted = { ...options, window };
  if (series.master === null) return finish({ occurrences: orphans(series, wanted), completeUntil: null }, wanted);
  const view = viewOf(series, series.master, options.floatingZone);
  const overrides = series.overrides.length > 0 ? placeOverrides(view) : [];
  const exclusions = exclusionsOf(view);
  const found = baseInstances(view, { overrides, exclusions }, wanted);
  for (const placed of overrides) {
    if (isExcluded(view, exclusions, placed.original)) continue;
    const occurrence = occurrenceOf(view.context, recurrenceIdOf(view, placed.original), placed.component);
    addIfIn(found.occurrences, occurrence, wanted);
  }
  return finish(found, wanted, overrides.length > 0);
}

/** What is asked of one expansion. */
interface Wanted extends ExpandOptions {
  window: Period;
}

/** Puts what was found in order, unless it is, and cuts it off at the limit. */
function finish(found: Expansion, { limit = DEFAULT_LIMIT }: Wanted, unordered = true): Expansion {
  if (unordered) found.occurrences.sort((a, b) => a.startMs - b.startMs);
  if (found.occurrences.length <= limit) return found;
  const occurrences = found.occurrences.slice(0, limit);
  const last = occurrences.at(-1)?.startMs ?? -Infinity;
  return { occurrences, completeUntil: Math.min(found.completeUntil ?? Infinity, last) };
}

/** What the master's own instances are changed by. */
interface Exceptions {
  overrides: PlacedOverride[];
  exclusions: Exclusions | null;
}

/**
 * What the rules, RDATE and DTSTART give, overridden instances left out. Not every start that is found overlaps the
 * window or survives EXDATE, so the search is widened while it was cut short and too little remained.
 */
function baseInstances(view: SeriesView, { overrides, exclusions }: Exceptions, wanted: Wanted): Expansion {
  const onward = overrides.filter((o) => o.onward).sort((a, b) => a.original - b.original);
  const durations = periodDurations(view);
  const longest = [...onward.map((o) => o.durationMs), ...(durations?.values() ?? [])].reduce(
    (most, one) => Math.max(most, one),
    longestOf(view),
  );
  const reach = onward.reduce((most, o) => Math.max(most, Math.abs(o.shift) + DAY), 0);
  const first = Math.max(wanted.window.start - longest, (wanted.startsFrom ?? -Infinity) - (view.allDay ? DAY : 0));
  const span = { start: first - reach, end: wanted.window.end + reach };
  const own = new Set(overrides.map((o) => o.original));
  const limit = wanted.limit ?? DEFAULT_LIMIT;
  const base: Base = { view, onward, durations, wanted };
  for (let searched = limit + 1000; ; searched *= 2) {
    const { starts, completeUntil } = baseStarts(view, span, searched);
    const ruledOut = exRuleStarts(view, { start: starts[0] ?? 0, end: starts.at(-1) ?? 0 });
    const until = earlier(completeUntil, ruledOut.knownUntil);
    const out: Occurrence[] = [];
    let removed: EventComponent | undefined;
    let latest = Infinity;
    for (const ms of starts) {
      // starts ascend and are moved by `reach` at most: none that follows is among the first `limit`
      if (ms - reach > latest) break;
      if (out.length > limit && latest === Infinity)
        latest = out.reduce((most, one) => Math.max(most, one.startMs), -Infinity);
      // whether an EXRULE names it is not known
      if (ruledOut.knownUntil !== null && ms > ruledOut.knownUntil) break;
      if (own.size > 0 && own.has(ms)) continue;
      if (ruledOut.instants.has(ms) || (exclusions && isExcluded(view, exclusions, ms))) {
        if (!wanted.includeCancelled) continue;
        removed ??= { ...view.master, status: 'cancelled' };
        const occurrence = baseOccurrence(view, ms, lengthAt(view, ms));
        addIfIn(out, { ...occurrence, cancelled: true, component: removed }, wanted);
      } else addBase(out, base, ms);
    }
    const spent = view.budget.left < 0 || ruledOut.knownUntil !== null || view.plans.some(({ uncounted }) => uncounted);
    const known = until === null ? null : until - reach;
    if (until === null || out.length > limit || spent) return { occurrences: out, completeUntil: known };
    // where all that was found ended before the window, the search goes on from there
    if (reach === 0 && until > span.start && !out.some(({ startMs }) => startMs <= until)) span.start = until;
  }
}

/** The earlier of two instants; `null` is none. */
const earlier = (one: EpochMs | null, other: EpochMs | null): EpochMs | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What all instances of one search have in common. */
interface Base {
  view: SeriesView;
  /** Overrides of what follows them too (THISANDFUTURE), ascending by original start. */
  onward: PlacedOverride[];
  /** Lengths of the instances that have their own. */
  durations: Map<EpochMs, number> | null;
  wanted: Wanted;
}

function addBase(out: Occurrence[], { view, onward, durations, wanted }: Base, ms: EpochMs): void {
  const later = lastBefore(onward, ms);
  if (later) {
    const component = { ...later.component, ...shifted(view, later, ms) };
    addIfIn(out, occurrenceOf(view.context, recurrenceIdOf(view, ms), component), wanted);
    return;
  }
  const durationMs = durations?.get(ms) ?? lengthAt(view, ms);
  if (overlaps(ms, ms + durationMs, wanted.window) && startsIn(ms, view.allDay, wanted)) {
    addIfIn(out, baseOccurrence(view, ms, durationMs), wanted);
  }
}

/** The last of ascending overrides whose original start is earlier. */
function lastBefore(onward: PlacedOverride[], ms: EpochMs): PlacedOverride | undefined {
  let [low, high] = [0, onward.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (onward[mid]!.original < ms) low = mid + 1;
    else high = mid;
  }
  return onward[low - 1];
}

function isExcluded(view: SeriesView, exclusions: Exclusions | null, ms: EpochMs): boolean {
  if (!exclusions) return false;
  return (
    exclusions.instants.has(ms) ||
    (exclusions.days.size > 0 && exclusions.days.has(Math.floor(wallOfInstant(view, ms) / DAY)))
  );
}

const overlaps = (start: EpochMs, end: EpochMs, window: Period): boolean =>
  start < window.end && (end > window.start || (end === start && start >= window.start));

const startsIn = (ms: EpochMs, allDay: boolean, { startsFrom = -Infinity }: Wanted): boolean =>
  ms >= (allDay ? startsFrom - DAY : startsFrom);

function addIfIn(out: Occurrence[], occurrence: Occurrence, wanted: Wanted): void {
  if (occurrence.cancelled && !wanted.includeCancelled) return;
  if (!startsIn(occurrence.startMs, isAllDay(occurrence.start), wanted)) return;
  if (overlaps(occurrence.startMs, occurrence.endMs, wanted.window)) out.push(occurrence);
}

/** An instance that differs from the master in nothing but its time. */
function baseOccurrence(view: SeriesView, ms: EpochMs, durationMs: number): Occurrence {
  const endMs = ms + durationMs;
  const { table, endTable, master: component } = view;
  const recurrence_id = recurrenceIdOf(view, ms);
  const cancelled = component.status === 'cancelled';
  if (table === null || endTable === null) {
    const start = { date: dateString(Math.floor(ms / DAY)) };
    const end = { date: dateString(Math.floor(endMs / DAY)) };
    return { recurrence_id, start, end, startMs: ms, endMs, cancelled, component };
  }
  const start = timedAt(ms, view.tzid, table);
  const end = timedAt(endMs, view.endTzid, endTable);
  return { recurrence_id, start, end, startMs: ms, endMs, cancelled, component };
}

/** An instance at its component's own times. */
function occurrenceOf(
  context: ZoneContext,
  recurrence_id: Occurrence['recurrence_id'],
  component: EventComponent,
): Occurrence {
  const { start, end } = component;
  const startMs = instantOf(start, context);
  const endMs = startMs + durationOf(start, end, context);
  const shownEnd = isAllDay(start) ? { date: dateString(Math.floor(endMs / DAY)) } : end;
  return {
    recurrence_id,
    start,
    end: shownEnd,
    startMs,
    endMs,
    cancelled: component.status === 'cancelled',
    component,
  };
}

/** Overrides of an object without a master, such as an invitation to single instances. */
function orphans(series: EventSeries, wanted: Wanted): Occurrence[] {
  const context: ZoneContext = { zones: series.zones, floatingZone: wanted.floatingZone };
  const out: Occurrence[] = [];
  for (const override of series.overrides) {
    const id = override.recurrence_id;
    const recurrenceId = isAllDay(id) ? id.date : instantOf(id, context);
    addIfIn(out, occurrenceOf(context, recurrenceId, mergeOverride(null, override)), wanted);
  }
  return out;
}
