import { EpochMs, EventComponent, EventSeries, Occurrence, Period } from '../model.js';
import { DAY, SECOND, dateString, wallString } from '../time/civil.js';
import { ZoneContext, instantOf, isAllDay } from '../zones/event-time.js';
import { tableOffsetAt } from '../zones/table.js';
import { MAX_STEPS } from './search.js';
import { Exclusions, baseStarts, exclusionsOf, periodDurations } from './base-starts.js';
import { PlacedOverride, mergeOverride, placeOverrides, shifted } from './overrides.js';
import { SeriesView, durationOf, recurrenceIdOf, viewOf, wallOfInstant } from './series-view.js';

export interface ExpandOptions {
  /** The zone in which floating times are read: the calendar owner's. */
  floatingZone: string;
  /** At most so many instances, the earliest ones; {@link DEFAULT_LIMIT} if absent. */
  limit?: number;
  /** Also gives instances that were cancelled by STATUS or removed by EXDATE, marked `cancelled`. */
  includeCancelled?: boolean;
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
export function expand(series: EventSeries, window: Period, options: ExpandOptions): Occurrence[] {
  if (!(window.start < window.end)) return [];
  if (series.master === null) return finish(orphans(series, window, options), options);
  const view = viewOf(series, series.master, options.floatingZone);
  const overrides = series.overrides.length > 0 ? placeOverrides(view) : [];
  const exclusions = exclusionsOf(view);
  const out = baseInstances(view, window, overrides, exclusions, options);
  for (const placed of overrides) {
    if (isExcluded(view, exclusions, placed.original)) continue;
    addIfIn(out, occurrenceOf(view.context, recurrenceIdOf(view, placed.original), placed.component), window, options);
  }
  return finish(out, options, overrides.length > 0);
}

function finish(out: Occurrence[], { limit = DEFAULT_LIMIT }: ExpandOptions, unordered = true): Occurrence[] {
  if (unordered) out.sort((a, b) => a.startMs - b.startMs);
  return out.length > limit ? out.slice(0, limit) : out;
}

/**
 * What the rules, RDATE and DTSTART give, overridden instances left out. Not every start that is found overlaps the
 * window or survives EXDATE, so the search is widened while it was cut short and too little remained.
 */
function baseInstances(
  view: SeriesView,
  window: Period,
  overrides: PlacedOverride[],
  exclusions: Exclusions | null,
  options: ExpandOptions,
): Occurrence[] {
  const onward = overrides.filter((o) => o.onward).sort((a, b) => a.original - b.original);
  const durations = periodDurations(view);
  const longest = Math.max(view.durationMs, ...onward.map((o) => o.durationMs), ...(durations?.values() ?? []));
  const reach = onward.reduce((most, o) => Math.max(most, Math.abs(o.shift) + DAY), 0);
  const span = { start: window.start - longest - reach, end: window.end + reach };
  const own = new Set(overrides.map((o) => o.original));
  const limit = options.limit ?? DEFAULT_LIMIT;
  for (let searched = limit + 1000; ; searched *= 8) {
    const starts = baseStarts(view, span, searched);
    const out: Occurrence[] = [];
    let removed: EventComponent | undefined;
    for (const ms of starts) {
      if (own.size > 0 && own.has(ms)) continue;
      if (exclusions && isExcluded(view, exclusions, ms)) {
        if (!options.includeCancelled) continue;
        removed ??= { ...view.master, status: 'cancelled' };
        addIfIn(out, baseOccurrence(view, ms, view.durationMs, removed), window, options);
      } else addBase(out, view, ms, durations?.get(ms) ?? view.durationMs, onward, window, options);
    }
    if (starts.length < searched || out.length >= limit || searched > MAX_STEPS) return out;
  }
}

function addBase(
  out: Occurrence[],
  view: SeriesView,
  ms: EpochMs,
  durationMs: number,
  onward: PlacedOverride[],
  window: Period,
  options: ExpandOptions,
): void {
  const later = onward.length > 0 ? onward.findLast((o) => o.original < ms) : undefined;
  if (later) {
    const component = { ...later.component, ...shifted(view, later, ms) };
    addIfIn(out, occurrenceOf(view.context, recurrenceIdOf(view, ms), component), window, options);
  } else if (overlaps(ms, ms + durationMs, window)) {
    addIfIn(out, baseOccurrence(view, ms, durationMs, view.master), window, options);
  }
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

function addIfIn(out: Occurrence[], occurrence: Occurrence, window: Period, options: ExpandOptions): void {
  if (occurrence.cancelled && !options.includeCancelled) return;
  if (overlaps(occurrence.startMs, occurrence.endMs, window)) out.push(occurrence);
}

/** An instance that differs from the master in nothing but its time. */
function baseOccurrence(view: SeriesView, ms: EpochMs, durationMs: number, component: EventComponent): Occurrence {
  const endMs = ms + durationMs;
  const { table, endTable } = view;
  const recurrence_id = recurrenceIdOf(view, ms);
  const cancelled = component.status === 'cancelled';
  if (table === null || endTable === null) {
    const start = { date: dateString(Math.floor(ms / DAY)) };
    const end = { date: dateString(Math.floor(endMs / DAY)) };
    return { recurrence_id, start, end, startMs: ms, endMs, cancelled, component };
  }
  const start = { local: wallString(ms + tableOffsetAt(table, ms) * SECOND), tzid: view.tzid };
  const end = { local: wallString(endMs + tableOffsetAt(endTable, endMs) * SECOND), tzid: view.endTzid };
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
function orphans(series: EventSeries, window: Period, options: ExpandOptions): Occurrence[] {
  const context: ZoneContext = { zones: series.zones, floatingZone: options.floatingZone };
  const out: Occurrence[] = [];
  for (const override of series.overrides) {
    const id = override.recurrence_id;
    const recurrenceId = isAllDay(id) ? id.date : instantOf(id, context);
    addIfIn(out, occurrenceOf(context, recurrenceId, mergeOverride(null, override)), window, options);
  }
  return out;
}
