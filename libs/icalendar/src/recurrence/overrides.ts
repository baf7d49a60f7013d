import { EpochMs, EventComponent, EventTime, Override } from '../model.js';
import { DAY, SECOND, Wall, dateString } from '../time/civil.js';
import { ZoneContext, instantOf, isAllDay, timedAt, wallOfTime, zoneFor } from '../zones/event-time.js';
import { tableInstant, tableOffsetAt } from '../zones/table.js';
import { Duration, addDuration } from '../parse/values.js';
import { SeriesView, durationOf, exactOf, nominalOf, originalStart, wallOfInstant } from './series-view.js';

/** An override with its position in the series; `shift` and `duration` are what THISANDFUTURE carries forward. */
export interface PlacedOverride {
  original: EpochMs;
  component: EventComponent;
  onward: boolean;
  /** Wall clock ms from the original start to the new one, in the new start's zone. */
  shift: Wall;
  durationMs: number;
  nominal: Duration | null;
}

/** The whole component of an override: the master with the override's changes applied; `null` removes. */
export function mergeOverride(master: EventComponent | null, override: Override): EventComponent {
  const merged: Record<string, unknown> = { ...master };
  for (const [key, value] of Object.entries(override.change)) {
    if (value === null) delete merged[key];
    else if (value !== undefined) merged[key] = value;
  }
  return merged as unknown as EventComponent;
}

export function placeOverrides(view: SeriesView): PlacedOverride[] {
  return view.series.overrides.map((override) => place(view, override));
}

function place(view: SeriesView, override: Override): PlacedOverride {
  const original = originalStart(view, override.recurrence_id);
  const merged = mergeOverride(view.master, override);
  const start = override.change.start ?? timeAt(view, original);
  const exact = exactOf({ start, duration: merged.duration });
  const givenEnd = exact === null ? override.change.end : undefined;
  const usual = isAllDay(start) === view.allDay ? view.durationMs : durationOf(start, start, view.context);
  const durationMs = exact ?? (givenEnd ? durationOf(start, givenEnd, view.context) : usual);
  const nominal = nominalIn(view, override, start);
  const end = givenEnd ?? endWith(start, { nominal, durationMs }, view.context);
  const shift = wallOfTime(start) - wallIn(start, original, view);
  return {
    original,
    component: { ...merged, start, end },
    onward: override.range === 'THISANDFUTURE',
    shift,
    durationMs,
    nominal,
  };
}

/** The override's own DURATION with days, or the master's if it keeps that. */
function nominalIn(view: SeriesView, { change }: Override, start: EventTime): Duration | null {
  if (typeof change.duration === 'string') return nominalOf({ start, duration: change.duration });
  if (change.duration === null || !view.nominal || isAllDay(start)) return null;
  if (!change.end) return view.nominal;
  const usual = addDuration(start, view.nominal, view.context);
  return instantOf(usual, view.context) === instantOf(change.end, view.context) ? view.nominal : null;
}

type Length = Pick<PlacedOverride, 'nominal' | 'durationMs'>;

const endWith = (start: EventTime, { nominal, durationMs }: Length, context: ZoneContext): EventTime =>
  nominal ? addDuration(start, nominal, context) : endAfter(start, durationMs, context);

/** The event time of an original start, in the master's zone. */
function timeAt(view: SeriesView, ms: EpochMs): EventTime {
  if (view.table === null) return { date: dateString(Math.floor(ms / DAY)) };
  return timedAt(ms, view.tzid, view.table);
}

export function endAfter(start: EventTime, durationMs: number, context: ZoneContext): EventTime {
  if (isAllDay(start)) return { date: dateString(Math.floor((wallOfTime(start) + durationMs) / DAY)) };
  return timedAt(instantOf(start, context) + durationMs, start.tzid, zoneFor(start.tzid, context));
}

/** The wall clock reading of an original start in the zone of `time`. */
function wallIn(time: EventTime, ms: EpochMs, view: SeriesView): Wall {
  if (isAllDay(time) || view.allDay) return wallOfInstant(view, ms);
  return ms + tableOffsetAt(zoneFor(time.tzid, view.context), ms) * SECOND;
}

/** An instance after a THISANDFUTURE override (RFC 5545 §3.8.4.4): shifted by wall clock, with the new length. */
export function shifted(view: SeriesView, onward: PlacedOverride, ms: EpochMs): { start: EventTime; end: EventTime } {
  const model = onward.component.start;
  const wall = wallIn(model, ms, view) + onward.shift;
  if (isAllDay(model)) {
    const day = Math.floor(wall / DAY);
    return { start: { date: dateString(day) }, end: { date: dateString(day + Math.round(onward.durationMs / DAY)) } };
  }
  const table = zoneFor(model.tzid, view.context);
  const startMs = tableInstant(table, wall);
  const start = timedAt(startMs, model.tzid, table);
  return { start, end: endWith(start, onward, view.context) };
}
