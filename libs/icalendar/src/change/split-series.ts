import type { EpochMs, EventComponent, EventSeries, EventTime, Override, Recurrence } from '../model.js';
import { expand, expandBounded } from '../recurrence/expand.js';
import { isSubDaily } from '../recurrence/plan.js';
import { parseRule } from '../recurrence/parse-rule.js';
import {
  instantOfWall,
  lengthAt,
  originalStart,
  viewOf,
  wallOfInstant,
  type SeriesView,
} from '../recurrence/series-view.js';
import { DAY, SECOND, dateString, wallString } from '../time/civil.js';
import { isAllDay, timedAt, wallOfTime } from '../zones/event-time.js';

/** A series divided before one of its instances. */
export interface SplitSeries {
  /** The recurrence of the instances before it. */
  recurrence: Recurrence;
  /** It and the instances after it, as a series of its own at their original times. */
  rest: { master: EventComponent; recurrence: Recurrence; overrides: Override[] };
}

/** `first`: nothing takes place before the instance, so there is nothing to divide. A text: why it cannot be divided. */
export type Split = { split: SplitSeries } | { first: true } | { refused: string };

/** The most instances before a split that are counted. */
const maxBefore = 20_000;
/** Instances after it that must be the same in both forms. */
const maxCompared = 500;

const indivisible = 'The recurrence cannot be divided: change single instances, or the whole series.';

const plainOf = (series: EventSeries, recurrence: Recurrence): EventSeries => ({
  ...series,
  recurrence: { ...recurrence, rdates: [], exdates: [] },
  overrides: [],
});

/** The last time before an instant, as UNTIL of a rule has it (RFC 5545 §3.3.10). */
function untilBefore({ allDay, tzid, ...view }: SeriesView, ms: EpochMs): string {
  if (allDay) return dateString(ms / DAY - 1).replaceAll('-', '');
  const isFloating = tzid === null;
  const wall = isFloating ? wallOfInstant({ allDay, tzid, ...view }, ms) : ms;
  return `${wallString(wall - SECOND).replaceAll(/[-:]/g, '')}${isFloating ? '' : 'Z'}`;
}

/** An RRULE value with another end, `COUNT=…` or `UNTIL=…` (RFC 5545 §3.3.10); null: without one. */
export const withEnd = (rule: string, end: string | null): string => {
  const parts = rule.split(';').filter((part) => part !== '' && !/^\s*(COUNT|UNTIL)\s*=/i.test(part));
  return [...parts, ...(end === null ? [] : [end])].join(';');
};

/** Both rules of a divided one; null: it has too many instances before. */
function dividedRule(rule: string, view: SeriesView, ms: EpochMs): [before: string, rest: string] | null {
  const parsed = parseRule(rule);
  if (!('rule' in parsed) || isSubDaily(parsed.rule)) return null;
  const { count } = parsed.rule;
  if (count === undefined) return [withEnd(rule, `UNTIL=${untilBefore(view, ms)}`), rule];
  const plain = plainOf(view.series, { rrules: [rule], rdates: [], exdates: [] });
  const { floatingZone } = view.context;
  const found = expandBounded(plain, { start: -8.64e15, end: ms }, { floatingZone, limit: maxBefore });
  if (found.completeUntil !== null) return null;
  const before = found.occurrences.filter(({ startMs }) => startMs < ms).length;
  return [withEnd(rule, `COUNT=${before}`), withEnd(rule, `COUNT=${count - before}`)];
}

/** The start of the rest: the time of day that the rule has, also where clocks skip it on that day. */
function startOfRest(view: SeriesView, ms: EpochMs): EventTime {
  const wall = wallOfInstant(view, ms);
  if (view.table === null) return { date: dateString(Math.floor(wall / DAY)) };
  const timeOfDay = view.startWall - Math.floor(view.startWall / DAY) * DAY;
  const usual = Math.floor(wall / DAY) * DAY + timeOfDay;
  return { local: wallString(instantOfWall(view, usual) === ms ? usual : wall), tzid: view.tzid };
}

function endOfRest(view: SeriesView, ms: EpochMs): EventTime {
  const end = ms + lengthAt(view, ms);
  return view.endTable === null || view.table === null
    ? { date: dateString(Math.floor(end / DAY)) }
    : timedAt(end, view.endTzid, view.endTable);
}

const startsOf = (series: EventSeries, from: EpochMs, floatingZone: string): string => {
  const window = { start: from, end: 8.64e15 };
  const found = expand(series, window, { floatingZone, limit: maxCompared, startsFrom: from });
  return found
    .map(({ startMs }) => startMs)
    .filter((startMs) => startMs >= from)
    .join();
};

/** Times of a list before an instant, and from it on. */
function divided<Item>(items: readonly Item[], at: (item: Item) => EpochMs, ms: EpochMs): [Item[], Item[]] {
  return [items.filter((item) => at(item) < ms), items.filter((item) => at(item) >= ms)];
}

function restOf(view: SeriesView, ms: EpochMs, recurrence: Recurrence): SplitSeries['rest'] {
  const { duration, ...master } = { ...view.master, start: startOfRest(view, ms), end: endOfRest(view, ms) };
  const own = view.series.overrides.filter((one) => originalStart(view, one.recurrence_id) >= ms);
  const cancelled = own.filter(({ change }) => change.status === 'cancelled').map((one) => one.recurrence_id);
  return {
    master: { ...master, ...(duration === undefined ? {} : { duration }) },
    recurrence: { ...recurrence, exdates: [...recurrence.exdates, ...cancelled] },
    overrides: own.filter(({ change }) => change.status !== 'cancelled'),
  };
}

function split(view: SeriesView, ms: EpochMs): SplitSeries | null {
  const { series, context } = view;
  const { rrules, exrules = [], rdates, exdates } = series.recurrence!;
  const isOneRule = rrules.length === 1 && exrules.length === 0;
  const rules = isOneRule ? dividedRule(rrules[0]!, view, ms) : null;
  if (!rules || series.overrides.some(({ range }) => range !== undefined)) return null;
  const [datesBefore, datesAfter] = divided(rdates, ({ start }) => originalStart(view, start), ms);
  const [excludedBefore, excludedAfter] = divided(exdates, (time) => originalStart(view, time), ms);
  const rest = restOf(view, ms, { rrules: [rules[1]], rdates: datesAfter, exdates: excludedAfter });
  const whole = plainOf(series, series.recurrence!);
  const later = { ...plainOf(series, rest.recurrence), master: rest.master };
  const { floatingZone } = context;
  if (startsOf(whole, ms, floatingZone) !== startsOf(later, ms, floatingZone)) return null;
  return { recurrence: { rrules: [rules[0]], rdates: datesBefore, exdates: excludedBefore }, rest };
}

/** Whether an instance takes place that originally starts before an instant. */
function hasEarlier(view: SeriesView, ms: EpochMs): boolean {
  const { series, context } = view;
  const { floatingZone } = context;
  const options = { floatingZone, limit: 1 };
  const own = series.overrides.filter((one) => originalStart(view, one.recurrence_id) < ms);
  if (own.some(({ change }) => change.status !== 'cancelled')) return true;
  const exdates = [...series.recurrence!.exdates, ...own.map(({ recurrence_id }) => recurrence_id)];
  const plain = { ...series, recurrence: { ...series.recurrence!, exdates }, overrides: [] };
  return expand(plain, { start: -8.64e15, end: ms }, options).some(({ startMs }) => startMs < ms);
}

/**
 * Divides a series before the instance that originally starts at `recurrence_id`: no instance is lost, appears twice or moves. COUNT is
 * divided, exceptions go with their instances, and cancelled ones become EXDATEs. Refused if the rule does not give the same instances
 * when it begins there.
 */
export function splitSeries(series: EventSeries, recurrence_id: EventTime, options: { floatingZone: string }): Split {
  if (!series.master || !series.recurrence) return { refused: indivisible };
  const view = viewOf(series, series.master, options);
  const ms = originalStart(view, recurrence_id);
  if (!hasEarlier(view, ms)) return { first: true };
  const result = split(view, ms);
  return result ? { split: result } : { refused: indivisible };
}

/**
 * The times of a series with which one of its instances takes place at the given ones: start and end move by the same clock distance as the
 * instance.
 */
export function timesMovedWith(
  { series, master }: { series: EventSeries; master: EventComponent },
  recurrence_id: EventTime,
  times: Pick<EventComponent, 'start' | 'end'>,
): Pick<EventComponent, 'start' | 'end'> {
  const view = viewOf(series, master, { floatingZone: 'Etc/UTC' });
  const distance = view.startWall - wallOfInstant(view, originalStart(view, recurrence_id));
  const moved = (time: EventTime): EventTime => {
    const wall = wallOfTime(time) + distance;
    return isAllDay(time) ? { date: dateString(Math.floor(wall / DAY)) } : { local: wallString(wall), tzid: time.tzid };
  };
  return { start: moved(times.start), end: moved(times.end) };
}
