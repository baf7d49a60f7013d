import { addDays, dateOf, midnight, toIso, weekday, type EpochMs, type LocalDate } from '@kalends/icalendar';
import { normalise } from './algebra.js';
import type { Period, Periods } from './period.js';

/** At most `limit` events may start in a local day, or in a week that begins on a local Monday. */
export interface EventLimit {
  limit: number;
  period: 'day' | 'week';
  /** IANA zone of the days. */
  tzid: string;
  /** Only events with all of these count. */
  tags: readonly string[];
}

/** When an event starts: an instant, for an all-day event the UTC midnight of its date. */
export interface EventStart {
  start: EpochMs;
  allDay: boolean;
  tags: readonly string[];
}

/** The first day of the period that contains a date. */
const firstDayOf = (date: LocalDate, { period }: EventLimit): LocalDate =>
  period === 'day' ? date : addDays(date, -((weekday(date) + 6) % 7));

/** An all-day event is on its own date, whatever the zone. */
const dateOfStart = ({ start, allDay }: EventStart, tzid: string): LocalDate =>
  allDay ? toIso(start).slice(0, 10) : dateOf(start, tzid);

/** Number of events that are counted in one step: a few milliseconds. */
const eventsPerStep = 2_000;

function* fullPeriods(one: EventLimit, events: readonly EventStart[]): Generator<undefined, Period[]> {
  const counts = new Map<LocalDate, number>();
  for (const [index, event] of events.entries()) {
    if (index % eventsPerStep === 0) yield;
    if (!one.tags.every((tag) => event.tags.includes(tag))) continue;
    const first = firstDayOf(dateOfStart(event, one.tzid), one);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const length = one.period === 'day' ? 1 : 7;
  return [...counts].flatMap(([first, count]) =>
    count < one.limit ? [] : [{ start: midnight(first, one.tzid), end: midnight(addDays(first, length), one.tzid) }],
  );
}

/** {@link limitedTime} in steps, between which its caller may do other work. */
export function* limitedTimeInSteps(
  limits: readonly EventLimit[],
  events: readonly EventStart[],
): Generator<undefined, Periods> {
  const full: Period[] = [];
  for (const one of limits) full.push(...(yield* fullPeriods(one, events)));
  return normalise(full);
}

/** Every instant of the local days and weeks in which one of the limits is reached by these events (AVL-15). */
export function limitedTime(limits: readonly EventLimit[], events: readonly EventStart[]): Periods {
  const steps = limitedTimeInSteps(limits, events);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** No local day is farther from UTC, and no week longer. */
const widest = 9 * 86_400_000;

/** The span in which the events start that may matter for limits within `span`. */
export const limitSpan = ({ start, end }: Period): Period => ({ start: start - widest, end: end + widest });
