import { EpochMs, EventComponent, EventSeries, EventTime, LocalDate } from '../model.js';
import { DAY, SECOND, Wall, dateString } from '../time/civil.js';
import { Duration, parseDuration } from '../parse/values.js';
import { ZoneContext, instantOf, isAllDay, wallOfTime, zoneFor } from '../zones/event-time.js';
import { ZoneTable, tableInstant, tableOffsetAt } from '../zones/table.js';
import { Plan, RuleStart, isSubDaily } from './plan.js';
import { ParsedRule, parseRule } from './parse-rule.js';
import { boundPlan } from './rule-starts.js';
import { Budget, newBudget } from './search.js';

/** A series prepared for expansion: its master's times as numbers and its rules bound to DTSTART. */
export interface SeriesView {
  series: EventSeries;
  context: ZoneContext;
  master: EventComponent;
  allDay: boolean;
  recurring: boolean;
  /** Zone of the start; `null` for all-day series. */
  table: ZoneTable | null;
  tzid: string | null;
  startWall: Wall;
  startMs: EpochMs;
  durationMs: number;
  /** A duration with calendar days, whose length varies between instances; `null` otherwise. */
  nominal: Duration | null;
  endTable: ZoneTable | null;
  endTzid: string | null;
  plans: Plan[];
  /** Of EXRULEs. */
  exPlans: Plan[];
  /** A rule that is unreadable, or in another calendar, leaves only DTSTART. */
  unexpanded: boolean;
  /** The remaining budget for the searches of this series; rules beyond it have no plan. */
  budget: Budget;
}

/** `budget`: {@link newBudget} if absent. */
export function viewOf(
  series: EventSeries,
  master: EventComponent,
  { floatingZone, budget = newBudget() }: { floatingZone: string; budget?: Budget },
): SeriesView {
  const context: ZoneContext = { zones: series.zones, floatingZone };
  const { start, end } = master;
  const allDay = isAllDay(start);
  const startTzid = isAllDay(start) ? null : start.tzid;
  const endTzid = isAllDay(end) ? startTzid : end.tzid;
  const table = allDay ? null : zoneFor(startTzid, context);
  const rules = (series.recurrence?.rrules ?? []).map(parseRule);
  const ruleStart: RuleStart = { wall: wallOfTime(start), allDay, table: table ?? zoneFor(null, context) };
  return {
    series,
    context,
    master,
    allDay,
    recurring: rules.length > 0 || (series.recurrence?.rdates.length ?? 0) > 0 || series.overrides.length > 0,
    table,
    tzid: startTzid,
    startWall: ruleStart.wall,
    startMs: instantOf(start, context),
    durationMs: exactOf(master) ?? durationOf(start, end, context),
    nominal: nominalOf(master),
    endTable: allDay ? null : endTzid === startTzid ? table : zoneFor(endTzid, context),
    endTzid,
    plans: plansOf(rules, ruleStart, budget),
    exPlans: plansOf((series.recurrence?.exrules ?? []).map(parseRule), ruleStart, budget),
    unexpanded: !isExpandable(series),
    budget,
  };
}

/**
 * Whether every rule of a series can be followed: none is malformed, in another calendar, or sub-daily with an all-day
 * start.
 */
export function isExpandable({ master, recurrence }: EventSeries): boolean {
  const allDay = master !== null && isAllDay(master.start);
  return (recurrence?.rrules ?? [])
    .map(parseRule)
    .every((parsed) => 'rule' in parsed && !(allDay && isSubDaily(parsed.rule)));
}

/** The DURATION of a timed event, if it has days. */
export function nominalOf({ start, duration }: Pick<EventComponent, 'start' | 'duration'>): Duration | null {
  const parsed = isAllDay(start) ? null : parseDuration(duration);
  return parsed && parsed.days > 0 ? parsed : null;
}

/**
 * The DURATION of a timed event in ms, if it has no days: exact whatever clocks do (RFC 5545 §3.3.6). The end beside it was computed in the
 * zone that was known then, which for a floating event is not the one it is read in.
 */
export function exactOf({ start, duration }: Pick<EventComponent, 'start' | 'duration'>): number | null {
  const parsed = isAllDay(start) ? null : parseDuration(duration);
  return parsed && parsed.sign > 0 && parsed.days === 0 ? parsed.ms : null;
}

/** Length in ms of the instance that starts at an instant (RFC 5545 §3.8.5.3). */
export function lengthAt(view: SeriesView, ms: EpochMs): number {
  if (!view.nominal) return view.durationMs;
  const { days, ms: rest } = view.nominal;
  return instantOfWall(view, wallOfInstant(view, ms) + days * DAY) + rest - ms;
}

/** No instance with the master's own length is longer. */
export const longestOf = (view: SeriesView): number => view.durationMs + (view.nominal ? DAY : 0);

function plansOf(rules: readonly ParsedRule[], start: RuleStart, budget: Budget): Plan[] {
  const plans: Plan[] = [];
  for (const parsed of rules) {
    if (budget.remaining < 0) break;
    if ('rule' in parsed) plans.push(boundPlan(parsed.rule, start, budget));
  }
  return plans;
}

/** Exact length in ms, never negative; all-day events last at least a day (RFC 5545 §3.6.1). */
export function durationOf(start: EventTime, end: EventTime, context: ZoneContext): number {
  if (isAllDay(start)) {
    const days = Math.floor(wallOfTime(end) / DAY) - Math.floor(wallOfTime(start) / DAY);
    return Math.max(1, days) * DAY;
  }
  if (isAllDay(end)) return Math.max(0, wallOfTime(end) - wallOfTime(start));
  return Math.max(0, instantOf(end, context) - instantOf(start, context));
}

/** The instant of a wall clock reading of the master's start. */
export const instantOfWall = (view: SeriesView, wall: Wall): EpochMs =>
  view.table === null ? wall : tableInstant(view.table, wall);

/** The wall clock reading, in the master's zone, of an instant. */
export const wallOfInstant = (view: SeriesView, ms: EpochMs): Wall =>
  view.table === null ? ms : ms + tableOffsetAt(view.table, ms) * SECOND;

/**
 * The original start that a RECURRENCE-ID, EXDATE or RDATE names, as an instant (RFC 5545 §3.8.4.4). A day in a timed
 * series means the instance of that day, a time in an all-day series its day, a floating time the series' own zone.
 */
export function originalStart(view: SeriesView, time: EventTime): EpochMs {
  const timeOfDay = view.startWall - Math.floor(view.startWall / DAY) * DAY;
  if (view.allDay) return Math.floor(wallOfTime(time) / DAY) * DAY;
  if (isAllDay(time)) return instantOfWall(view, wallOfTime(time) + timeOfDay);
  return time.tzid === null ? instantOfWall(view, wallOfTime(time)) : instantOf(time, view.context);
}

export const recurrenceIdOf = (view: SeriesView, ms: EpochMs): EpochMs | LocalDate | null => {
  if (!view.recurring) return null;
  return view.allDay ? dateString(Math.floor(ms / DAY)) : ms;
};
