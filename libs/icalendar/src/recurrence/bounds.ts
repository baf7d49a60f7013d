import { EpochMs, EventSeries } from '../model.js';
import { DAY, dayNumber } from '../time/civil.js';
import { ZoneContext, instantOf } from '../zones/event-time.js';
import { periodDurations } from './base-starts.js';
import { mergeOverride, placeOverrides } from './overrides.js';
import { SeriesView, durationOf, instantOfWall, longestOf, originalStart, viewOf } from './series-view.js';

export interface RecurrenceBounds {
  firstMs: EpochMs;
  /** `null`: without end. */
  lastMs: EpochMs | null;
}

/**
 * Bounds of a series in time: no instance starts before `firstMs` and none ends after `lastMs`. They may be wider than
 * the instances themselves (EXDATE and UNTIL between two instances are not followed). All-day: UTC midnights.
 */
export function recurrenceBounds(series: EventSeries, options: { floatingZone: string }): RecurrenceBounds {
  if (series.master === null) return boundsOfOrphans(series, options.floatingZone);
  const view = viewOf(series, series.master, options);
  const overrides = placeOverrides(view);
  const onward = overrides.filter((o) => o.onward);
  const longest = maxOf([
    longestOf(view),
    ...onward.map((o) => o.durationMs),
    ...(periodDurations(view)?.values() ?? []),
  ]);
  const shift = onward.reduce((most, o) => Math.max(most, Math.abs(o.shift) + DAY), 0);
  const originals = [view.startMs, ...(series.recurrence?.rdates.map((r) => originalStart(view, r.start)) ?? [])];
  const own = overrides.map(({ component: { start, end } }) => {
    const from = instantOf(start, view.context);
    return [from, from + durationOf(start, end, view.context)] as const;
  });
  const lastStart = lastOriginal(view, maxOf(originals));
  return {
    firstMs: minOf([...originals.map((ms) => ms - shift), ...own.map(([from]) => from)]),
    lastMs: lastStart === null ? null : maxOf([lastStart + longest + shift, ...own.map(([, to]) => to)]),
  };
}

// not Math.max(...): a series may have more RDATEs than a function accepts arguments
const maxOf = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), -Infinity);
const minOf = (numbers: readonly number[]): number => numbers.reduce((least, one) => Math.min(least, one), Infinity);

/** 31 December 9999: a series that continues beyond it counts as endless. */
const END_OF_TIME = dayNumber(9999, 12, 31) * DAY;

function lastOriginal(view: SeriesView, atLeast: EpochMs): EpochMs | null {
  let last = atLeast;
  for (const plan of view.plans) {
    if (plan.untilWall > END_OF_TIME) return null;
    if (plan.untilWall !== -Infinity) last = Math.max(last, instantOfWall(view, plan.untilWall));
  }
  return last;
}

function boundsOfOrphans(series: EventSeries, floatingZone: string): RecurrenceBounds {
  const context: ZoneContext = { zones: series.zones, floatingZone };
  const spans = series.overrides.map((override) => {
    const { start, end } = mergeOverride(null, override);
    const from = instantOf(start, context);
    return [from, from + durationOf(start, end, context)] as const;
  });
  if (spans.length === 0) return { firstMs: 0, lastMs: 0 };
  return { firstMs: minOf(spans.map(([from]) => from)), lastMs: maxOf(spans.map(([, to]) => to)) };
}
