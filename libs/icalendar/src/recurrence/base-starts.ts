import { EpochMs, Period } from '../model.js';
import { DAY, SECOND, Wall } from '../time/civil.js';
import { isAllDay, wallOfTime } from '../zones/event-time.js';
import { tableOffsetAt } from '../zones/table.js';
import { ruleStarts } from './rule-starts.js';
import { SeriesView, durationOf, instantOfWall, originalStart } from './series-view.js';

/**
 * Original starts of a series, and the instant up to which they are complete; `null`: there are no more in the span.
 */
interface BaseStarts {
  starts: EpochMs[];
  completeUntil: EpochMs | null;
}

/** Original starts within a span of instants, ascending and without duplicates, before EXDATE and overrides. */
export function baseStarts(view: SeriesView, span: Period, limit: number): BaseStarts {
  const { rrules = [], rdates = [] } = view.series.recurrence ?? {};
  const only = rrules.length === 0 || view.unexpanded ? [view.startMs] : [];
  const starts: EpochMs[] = only.filter((ms) => ms >= span.start && ms <= span.end);
  const completeUntil = addRuleStarts(starts, view, { span, limit });
  for (const rdate of rdates) {
    const ms = originalStart(view, rdate.start);
    if (ms >= span.start && ms <= span.end) starts.push(ms);
  }
  return { starts: distinct(starts), completeUntil };
}

/** Adds the starts of the rules, at most `limit` of each; returns the `completeUntil` of {@link BaseStarts}. */
function addRuleStarts(
  starts: EpochMs[],
  view: SeriesView,
  { span, limit }: { span: Period; limit: number },
): EpochMs | null {
  if (view.plans.length === 0) return view.budget.remaining < 0 ? span.start : null;
  const from = wallBound(view, span.start, Math.min);
  const to = wallBound(view, span.end, Math.max);
  let cut = view.budget.remaining < 0 ? span.start : Infinity;
  for (const plan of view.plans) {
    const found = ruleStarts(plan, { from, to, limit, budget: view.budget });
    for (const wall of found) starts.push(instantOfWall(view, wall));
    const isCut = view.budget.remaining < 0 || found.length >= limit;
    if (plan.uncounted) cut = span.start;
    else if (isCut) cut = Math.min(cut, found.length === 0 ? span.start : instantOfWall(view, found.at(-1)!));
  }
  return cut === Infinity ? null : cut;
}

/** The starts that EXRULEs remove, and the instant up to which they are complete; `null`: in the whole span. */
interface RuledOut {
  instants: Set<EpochMs>;
  knownUntil: EpochMs | null;
}

/** The most instants that the EXRULEs of one series may name in one search: a denser rule is followed only so far. */
const maxRuledOut = 50_000;

/** The instants within a span that EXRULEs name (RFC 2445 §4.8.5.2). */
export function exRuleStarts(view: SeriesView, span: Period): RuledOut {
  const out: RuledOut = { instants: new Set(), knownUntil: null };
  if (view.exPlans.length === 0) return out;
  const from = wallBound(view, span.start, Math.min);
  const to = wallBound(view, span.end, Math.max);
  for (const plan of view.exPlans) {
    const limit = Math.max(1, maxRuledOut - out.instants.size);
    const found = ruleStarts(plan, { from, to, limit, budget: view.budget }).map((wall) => instantOfWall(view, wall));
    for (const ms of found) out.instants.add(ms);
    const isCut = plan.uncounted || view.budget.remaining < 0 || found.length >= limit;
    if (isCut) out.knownUntil = Math.min(out.knownUntil ?? Infinity, found.at(-1) ?? span.start);
  }
  return out;
}

/** The wall clock reading of an instant, with a safety margin if the offset changes nearby. */
function wallBound(view: SeriesView, ms: EpochMs, pick: (a: number, b: number) => number): Wall {
  if (view.table === null || !Number.isFinite(ms)) return ms;
  return ms + pick(tableOffsetAt(view.table, ms - DAY), tableOffsetAt(view.table, ms + DAY)) * SECOND;
}

function distinct(starts: EpochMs[]): EpochMs[] {
  let ascending = true;
  for (let i = 1; i < starts.length && ascending; i++) ascending = starts[i - 1]! < starts[i]!;
  return ascending ? starts : [...new Set(starts)].sort((a, b) => a - b);
}

/** Which original starts EXDATE removes: by instant, or all of a day if the value is a date. */
export interface Exclusions {
  instants: Set<EpochMs>;
  days: Set<number>;
}

export function exclusionsOf(view: SeriesView): Exclusions | null {
  const exdates = view.series.recurrence?.exdates ?? [];
  if (exdates.length === 0) return null;
  const out: Exclusions = { instants: new Set(), days: new Set() };
  for (const time of exdates) {
    if (isAllDay(time) && !view.allDay) out.days.add(Math.floor(wallOfTime(time) / DAY));
    else out.instants.add(originalStart(view, time));
  }
  return out;
}

/** Durations of instances for which an RDATE period sets its own end (RFC 5545 §3.8.5.2). */
export function periodDurations(view: SeriesView): Map<EpochMs, number> | null {
  const periods = view.series.recurrence?.rdates.filter((rdate) => rdate.end) ?? [];
  if (periods.length === 0) return null;
  return new Map(periods.map((r) => [originalStart(view, r.start), durationOf(r.start, r.end!, view.context)]));
}
