import { EpochMs, EventComponent, EventSeries, EventTime, Override, Recurrence } from '../model.js';
import { expand } from '../recurrence/expand.js';
import { originalStart, viewOf, wallOfInstant } from '../recurrence/series-view.js';
import { DAY, dateString, wallString } from '../time/civil.js';
import { isAllDay, wallOfTime } from '../zones/event-time.js';

const floatingZone = 'Etc/UTC';

/** Moves a time of the series by the clock distance that the start moved, into the new start's zone and kind. */
export function mover(series: EventSeries, master: EventComponent, start: EventTime): (time: EventTime) => EventTime {
  const view = viewOf(series, master, { floatingZone });
  const delta = wallOfTime(start) - view.startWall;
  return (time) => {
    const wall = wallOfInstant(view, originalStart(view, time)) + delta;
    return isAllDay(start)
      ? { date: dateString(Math.floor(wall / DAY)) }
      : { local: wallString(wall), tzid: start.tzid };
  };
}

function moved(series: EventSeries, master: EventComponent, start: EventTime): EventSeries {
  const move = mover(series, master, start);
  const overrides = series.overrides.map((one) => ({ ...one, recurrence_id: move(one.recurrence_id) }));
  if (!series.recurrence) return { ...series, overrides };
  const { rrules, rdates, exdates } = series.recurrence;
  const dates = rdates.map((r) => ({ start: move(r.start), ...(r.end && { end: move(r.end) }) }));
  return { ...series, overrides, recurrence: { rrules, rdates: dates, exdates: exdates.map(move) } };
}

/** The overrides that name an instance of the rules, whether or not an EXDATE removes it. */
function placed(series: EventSeries, master: EventComponent, recurrence: Recurrence): Override[] {
  const plain = { ...series, master, recurrence: { ...recurrence, exdates: [] }, overrides: [] };
  const view = viewOf(plain, master, { floatingZone });
  const begins = (at: EpochMs) =>
    expand(plain, { start: at, end: at + 1 }, { floatingZone }).some(({ startMs }) => startMs === at);
  return series.overrides.filter(({ recurrence_id }) => begins(originalStart(view, recurrence_id)));
}

/**
 * A series with the new `master` and, unless undefined, the new `recurrence` (RFC 5545 §3.8.5; null: it no longer
 * recurs). If the start moves, EXDATEs, RDATEs and RECURRENCE-IDs move along; if the recurrence changes, overrides that
 * name none of its instances are removed.
 */
export function changeSeries(series: EventSeries, master: EventComponent, recurrence?: Recurrence | null): EventSeries {
  const before = series.master;
  const isMoved = before !== null && JSON.stringify(before.start) !== JSON.stringify(master.start);
  const next = { ...(isMoved ? moved(series, before, master.start) : series), master };
  if (recurrence === undefined) return next;
  const { recurrence: _, ...rest } = next;
  if (recurrence === null) return { ...rest, overrides: [] };
  return { ...rest, recurrence, overrides: placed(rest, master, recurrence) };
}
