import type { EpochMs, EventComponent, EventSeries, EventTime, LocalDate, Override } from '../model.js';
import { overrideChange } from '../parse/series.js';
import { expand } from '../recurrence/expand.js';
import { placeOverrides } from '../recurrence/overrides.js';
import { originalStart, recurrenceIdOf, viewOf, type SeriesView } from '../recurrence/series-view.js';
import { parseDate } from '../time/dates.js';
import { DAY } from '../time/civil.js';
import { applyEventChange } from './apply-change.js';
import type { InstanceChange } from './written-change.js';

/** One instance of a series as it is now. */
export interface Instance {
  /** Its original start, in the form of the series' start. */
  recurrence_id: EventTime;
  /** The whole component, with the instance's own times. */
  component: EventComponent;
  /** It is excluded or cancelled. */
  deleted: boolean;
}

interface Original {
  view: SeriesView;
  ms: EpochMs;
}

const overrideAt = ({ view, ms }: Original): Override | undefined =>
  view.series.overrides.find((one) => originalStart(view, one.recurrence_id) === ms);

/** An instance by its original start; null: the series has and had none there. */
function instanceAt(original: Original): Instance | null {
  const { view, ms } = original;
  const { series, master, context } = view;
  const plain = { ...series, overrides: [] };
  const options = { floatingZone: context.floatingZone, includeCancelled: true };
  const base = expand(plain, { start: ms, end: ms + 1 }, options).find(({ startMs }) => startMs === ms);
  const override = overrideAt(original);
  if (!override) {
    if (!base) return null;
    const { start, end, cancelled } = base;
    return { recurrence_id: start, component: { ...master, start, end }, deleted: cancelled };
  }
  const { component } = placeOverrides({ ...view, series: { ...series, overrides: [override] } })[0]!;
  const isExcluded = base?.cancelled === true && master.status !== 'cancelled';
  return { recurrence_id: override.recurrence_id, component, deleted: isExcluded || component.status === 'cancelled' };
}

/**
 * The instance of a series with this original start: epoch ms, or for an all-day series the date. Null if the series has and had none there,
 * or is no series.
 */
export function findInstance(
  series: EventSeries,
  id: EpochMs | LocalDate,
  options: { floatingZone: string },
): Instance | null {
  if (!series.master || !series.recurrence) return null;
  const view = viewOf(series, series.master, options);
  const ms = typeof id === 'number' ? id : parseDate(id) === null ? NaN : originalStart(view, { date: id });
  if (!Number.isFinite(ms) || recurrenceIdOf(view, ms) !== id || (view.allDay && ms % DAY !== 0)) return null;
  return instanceAt({ view, ms });
}

const floatingZone = 'Etc/UTC';

/** {@link findInstance} by a time that names it (RFC 5545 §3.8.4.4). */
export function instanceNamed(series: EventSeries, recurrence_id: EventTime): Instance | null {
  if (!series.master || !series.recurrence) return null;
  const view = viewOf(series, series.master, { floatingZone });
  return instanceAt({ view, ms: originalStart(view, recurrence_id) });
}

const overrideWith = ({ view }: Original, { recurrence_id }: Instance, component: EventComponent): Override => ({
  recurrence_id,
  change: overrideChange({ recurrence_id, component }, view.master, view),
});

function withoutInstance({ view, ms }: Original, present: Instance, now: string): EventSeries {
  const { series } = view;
  const recurrence = series.recurrence!;
  const exdates = [...recurrence.exdates, present.recurrence_id];
  const overrides = series.overrides.filter((one) => originalStart(view, one.recurrence_id) !== ms);
  return { ...series, master: { ...view.master, updated: now }, recurrence: { ...recurrence, exdates }, overrides };
}

/**
 * The series after a change of one instance: a deleted one becomes an EXDATE, a changed one an override. What the series does not have, or
 * has no longer, is not created. `now`: UTC ISO, whole seconds.
 */
export function applyInstanceChange(
  series: EventSeries | null,
  { recurrence_id, deleted, change = {} }: InstanceChange,
  { uid, now }: { uid: string; now: string },
): EventSeries {
  if (!series?.master || !series.recurrence) return series ?? { uid, master: null, overrides: [] };
  const view = viewOf(series, series.master, { floatingZone });
  const original = { view, ms: originalStart(view, recurrence_id) };
  const present = instanceAt(original);
  if (!present || present.deleted) return series;
  if (deleted) return withoutInstance(original, present, now);
  const after = overrideWith(original, present, applyEventChange(present.component, change, now));
  const index = series.overrides.findIndex((one) => originalStart(view, one.recurrence_id) === original.ms);
  return { ...series, overrides: index < 0 ? [...series.overrides, after] : series.overrides.with(index, after) };
}
