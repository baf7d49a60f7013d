import { EpochMs, EventComponent, EventSeries, EventTime, LocalDate } from '../model.js';
import { DAY, SECOND, Wall, dateString } from '../time/civil.js';
import { ZoneContext, instantOf, isAllDay, wallOfTime, zoneFor } from '../zones/event-time.js';
import { ZoneTable, tableInstant, tableOffsetAt } from '../zones/table.js';
import { Plan, RuleStart } from './plan.js';
import { parseRule } from './parse-rule.js';
import { boundPlan } from './rule-starts.js';

/** A series made ready for expansion: its master's times as numbers and its rules bound to DTSTART. */
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
  endTable: ZoneTable | null;
  endTzid: string | null;
  plans: Plan[];
  /** A rule that cannot be read, or is in another calendar, leaves only DTSTART. */
  unexpanded: boolean;
}

export function viewOf(series: EventSeries, master: EventComponent, floatingZone: string): SeriesView {
  const context: ZoneContext = { zones: series.zones, floatingZone };
  const { start, end } = master;
  const allDay = isAllDay(start);
  const startTzid = isAllDay(start) ? null : start.tzid;
  const endTzid = isAllDay(end) ? startTzid : end.tzid;
  const table = allDay ? null : zoneFor(startTzid, context);
  const rules = (series.recurrence?.rrules ?? []).map(parseRule);
  const ruleStart: RuleStart = { wall: wallOfTime(start), allDay, table };
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
    durationMs: durationOf(start, end, context),
    endTable: allDay ? null : endTzid === startTzid ? table : zoneFor(endTzid, context),
    endTzid,
    plans: rules.flatMap((parsed) => ('rule' in parsed ? [boundPlan(parsed.rule, ruleStart)] : [])),
    unexpanded: rules.some((parsed) => 'refusal' in parsed),
  };
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
