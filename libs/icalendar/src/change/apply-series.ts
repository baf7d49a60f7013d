import type { EventSeries, EventTime } from '../model.js';
import { changeSeries } from '../write/change-series.js';
import { isAllDay } from '../zones/event-time.js';
import { applyEventChange } from './apply-change.js';
import { applyInstanceChange } from './change-instance.js';
import type { WrittenChange } from './written-change.js';

const localTime = (time: EventTime): EventTime =>
  isAllDay(time) || time.instant === undefined ? time : { local: time.local, tzid: time.tzid };

/** The same without the instants of its start and end: a series is local times (RFC 5545 §3.8.5.3). */
function withoutInstants<T extends { start?: EventTime; end?: EventTime }>(one: T): T {
  const { start, end } = one;
  return { ...one, ...(start && { start: localTime(start) }), ...(end && { end: localTime(end) }) };
}

/**
 * The series after a write, according to {@link applyEventChange} and {@link changeSeries}; null: it does not exist
 * yet, and is created with `uid`. An instance's change leaves the others as they are. If it recurs, its times keep no instants. `now`: UTC ISO, whole seconds.
 */
export function applySeriesChange(
  present: EventSeries | null,
  change: WrittenChange,
  { uid, now }: { uid: string; now: string },
): EventSeries {
  if (change.instance) return applyInstanceChange(present, change.instance, { uid, now });
  const before = present ?? { uid, master: null, overrides: change.created?.overrides ?? [] };
  const recurs = change.recurrence === undefined ? before.recurrence !== undefined : change.recurrence !== null;
  if (!recurs) return changeSeries(before, applyEventChange(before.master, change, now), change.recurrence);
  const master = before.master && withoutInstants(before.master);
  const next = applyEventChange(master, withoutInstants(change), now);
  return changeSeries({ ...before, master }, next, change.recurrence);
}
