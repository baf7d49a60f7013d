import { EpochMs, EventComponent, EventSeries, Occurrence, Period } from '../model.js';
import { DAY, dateString } from '../time/civil.js';
import { ZoneContext, instantOf, isAllDay, timedAt } from '../zones/event-time.js';
import { Exclusions, baseStarts, exRuleStarts, exclusionsOf, periodDurations } from './base-starts.js';
import { PlacedOverride, mergeOverride, placeOverrides, shifted } from './overrides.js';
import { Budget, MAX_STEPS } from './search.js';
import { SeriesView, durationOf, lengthAt, longestOf, recurrenceIdOf, viewOf, wallOfInstant } from './series-view.js';

export interface ExpandOptions {
  /** The zone in which floating times are read: the calendar owner's. */
  floatingZone: string;
  /** The maximum number of instances; the earliest are returned; {@link DEFAULT_LIMIT} if absent. */
  limit?: number;
  /** Includes instances that were cancelled by STATUS or removed by EXDATE, marked `cancelled`. */
  includeCancelled?: boolean;
  /** Only instances that start at this instant or later; all-day ones also up to a day before it. */
  startsFrom?: EpochMs;
  /** Steps that several expansions share: this one takes at most a tenth of them, and what it takes is subtracted. */
  steps?: Budget;
}

/** Instances of a series, and how far they are complete. */
export interface Expansion {
  /** Ordered by start. */
  occurrences: Occurrence[];
  /**
   * The instant up to which no instance that starts in the window is missing; `null`: none is missing at all. Not null
   * if there are more instances than `limit`, or if finding them would cost more than MAX_STEPS.
   */
  completeUntil: EpochMs | null;
}

export const DEFAULT_LIMIT = 100_000;

/**
 * The instances of a series that overlap a window of instants, ordered by start (RFC 5545 §3.8.5). An instance without
 * length counts if its start is in the window. All-day instances are compared by the UTC midnights of their dates. As
 * in libical, ical.js and dateutil, a DTSTART that the rule does not match is not an instance (§3.8.5.3 leaves that
 * undefined). `component` is the master or the override's whole component; an instance's own times are in `start` and
 * `end` beside it. The cost depends on the window, not on the age of the series, and is bounded for every rule
 * (`limit`, MAX_STEPS). A rule that is malformed or in another calendar (RSCALE) leaves only DTSTART.
 */
export const expand = (series: EventSeries, window: Period, options: ExpandOptions): Occurrence[] =>
  expandBounded(series, window, options).occurrences;

/** {@link expand}, with the point where it was cut off. One call takes a bounded time: about 100 ms at most. */
export function expandBounded(series: EventSeries, window: Period, options: ExpandOptions): Expansion {
  if (!(window.start < window.end)) return { occurrences: [], completeUntil: null };
  const request: ExpandRequest = { ...options, window };
  if (series.master === null) return finish({ occurrences: orphans(series, request), completeUntil: null }, request);
  const share = Math.min(MAX_STEPS, Math.floor((options.steps?.remaining ?? Infinity) / 10));
  const budget: Budget = { remaining: share };
  const view = viewOf(series, series.master, { floatingZone: options.floatingZone, budget });
  const overrides = series.overrides.length > 0 ? placeOverrides(view) : [];
  const exclusions = exclusionsOf(view);
  const found = baseInstances(view, { overrides, exclusions }, request);
  if (options.steps) options.steps.remaining -= share - Math.max(0, budget.remaining);
  for (const placed of overrides) {
    if (isExcluded(view, exclusions, placed.original)) continue;
    const occurrence = occurrenceOf(view.context, recurrenceIdOf(view, placed.original), placed.component);
    addIfIn(found.occurrences, occurrence, request);
  }
  return finish(found, request, overrides.length > 0);
}

/** The parameters of one expansion. */
interface ExpandRequest extends ExpandOptions {
  window: Period;
}

/** Sorts the instances found, unless they are sorted, and cuts them off at the limit. */
function finish(found: Expansion, { limit = DEFAULT_LIMIT }: ExpandRequest, unordered = true): Expansion {
  if (unordered) found.occurrences.sort((a, b) => a.startMs - b.startMs);
  if (found.occurrences.length <= limit) return found;
  const occurrences = found.occurrences.slice(0, limit);
  const last = occurrences.at(-1)?.startMs ?? -Infinity;
  return { occurrences, completeUntil: Math.min(found.completeUntil ?? Infinity, last) };
}

/** What changes the master's own instances. */
interface Exceptions {
  overrides: PlacedOverride[];
  exclusions: Exclusions | null;
}

/**
 * The instances of the rules, RDATE and DTSTART, without overridden ones. Not every start overlaps the window or
 * survives EXDATE, so the search is widened while it was cut short and too few remain.
 */
function baseInstances(view: SeriesView, { overrides, exclusions }: Exceptions, request: ExpandRequest): Expansion {
  const onward = overrides.filter((o) => o.onward).sort((a, b) => a.original - b.original);
  const durations = periodDurations(view);
  const longest = [...onward.map((o) => o.durationMs), ...(durations?.values() ?? [])].reduce(
    (most, one) => Math.max(most, one),
    longestOf(view),
  );
  const reach = onward.reduce((most, o) => Math.max(most, Math.abs(o.shift) + DAY), 0);
  const first = Math.max(request.window.start - longest, (request.startsFrom ?? -Infinity) - (view.allDay ? DAY : 0));
  const span = { start: first - reach, end: request.window.end + reach };
  const own = new Set(overrides.map((o) => o.original));
  const limit = request.limit ?? DEFAULT_LIMIT;
  const base: Base = { view, onward, durations, request };
  for (let searched = limit + 1000; ; searched *= 2) {
    const { starts, completeUntil } = baseStarts(view, span, searched);
    const ruledOut = exRuleStarts(view, { start: starts[0] ?? 0, end: starts.at(-1) ?? 0 });
    const until = earlier(completeUntil, ruledOut.knownUntil);
    const out: Occurrence[] = [];
    let removed: EventComponent | undefined;
    let latest = Infinity;
    for (const ms of starts) {
      // starts ascend and are moved by `reach` at most: no later one is among the first `limit`
      if (ms - reach > latest) break;
      if (out.length > limit && latest === Infinity)
        latest = out.reduce((most, one) => Math.max(most, one.startMs), -Infinity);
      // whether an EXRULE names it is unknown
      if (ruledOut.knownUntil !== null && ms > ruledOut.knownUntil) break;
      if (own.size > 0 && own.has(ms)) continue;
      if (ruledOut.instants.has(ms) || (exclusions && isExcluded(view, exclusions, ms))) {
        if (!request.includeCancelled) continue;
        removed ??= { ...view.master, status: 'cancelled' };
        const occurrence = baseOccurrence(view, ms, lengthAt(view, ms));
        addIfIn(out, { ...occurrence, cancelled: true, component: removed }, request);
      } else addBase(out, base, ms);
    }
    const spent =
      view.budget.remaining < 0 || ruledOut.knownUntil !== null || view.plans.some(({ uncounted }) => uncounted);
    const known = until === null ? null : until - reach;
    if (until === null || out.length > limit || spent) return { occurrences: out, completeUntil: known };
    // if every instance found ended before the window, the search continues from there
    if (reach === 0 && until > span.start && !out.some(({ startMs }) => startMs <= until)) span.start = until;
  }
}

/** The earlier of two instants; `null` means none. */
const earlier = (one: EpochMs | null, other: EpochMs | null): EpochMs | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The common data of all instances of one search. */
interface Base {
  view: SeriesView;
  /** Overrides that also apply to later instances (THISANDFUTURE), ascending by original start. */
  onward: PlacedOverride[];
  /** Lengths of the instances that have their own. */
  durations: Map<EpochMs, number> | null;
  request: ExpandRequest;
}

function addBase(out: Occurrence[], { view, onward, durations, request }: Base, ms: EpochMs): void {
  const later = lastBefore(onward, ms);
  if (later) {
    const component = { ...later.component, ...shifted(view, later, ms) };
    addIfIn(out, occurrenceOf(view.context, recurrenceIdOf(view, ms), component), request);
    return;
  }
  const durationMs = durations?.get(ms) ?? lengthAt(view, ms);
  if (overlaps(ms, ms + durationMs, request.window) && startsIn(ms, view.allDay, request)) {
    addIfIn(out, baseOccurrence(view, ms, durationMs), request);
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

const startsIn = (ms: EpochMs, allDay: boolean, { startsFrom = -Infinity }: ExpandRequest): boolean =>
  ms >= (allDay ? startsFrom - DAY : startsFrom);

function addIfIn(out: Occurrence[], occurrence: Occurrence, request: ExpandRequest): void {
  if (occurrence.cancelled && !request.includeCancelled) return;
  if (!startsIn(occurrence.startMs, isAllDay(occurrence.start), request)) return;
  if (overlaps(occurrence.startMs, occurrence.endMs, request.window)) out.push(occurrence);
}

/** An instance that differs from the master only in its time. */
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
function orphans(series: EventSeries, request: ExpandRequest): Occurrence[] {
  const context: ZoneContext = { zones: series.zones, floatingZone: request.floatingZone };
  const out: Occurrence[] = [];
  for (const override of series.overrides) {
    const id = override.recurrence_id;
    const recurrenceId = isAllDay(id) ? id.date : instantOf(id, context);
    addIfIn(out, occurrenceOf(context, recurrenceId, mergeOverride(null, override)), request);
  }
  return out;
}
