import {
  expand,
  instantOf,
  isAllDay,
  toLocal,
  type EventComponent,
  type EventSeries,
  type EventTime,
  type InstanceChange,
} from '@kalends/icalendar';

const day = 86_400_000;
/** Neighbours of an instance that are further away are not crossed. */
const reach = 400 * day;
const floating = { floatingZone: 'Etc/UTC' };

const dateIn = (time: EventTime, { start }: EventComponent): string => {
  if (isAllDay(time)) return time.date;
  const zone = isAllDay(start) ? 'Etc/UTC' : (start.tzid ?? 'Etc/UTC');
  return toLocal(zone, instantOf(time, floating)).slice(0, 10);
};

/** Outlook keeps the order of the instances of a series, and no two on one day. */
function isCrossing(
  series: EventSeries,
  master: EventComponent,
  [id, start]: [from: EventTime, to: EventTime],
): boolean {
  const ms = instantOf(id, floating);
  const window = { start: ms - reach, end: ms + reach };
  const others = expand(series, window, floating)
    .map((one) => ({
      at:
        typeof one.recurrence_id === 'string'
          ? instantOf({ date: one.recurrence_id }, floating)
          : (one.recurrence_id ?? 0),
      date: dateIn(one.start, master),
    }))
    .filter(({ at }) => at !== ms)
    .sort((a, b) => a.at - b.at);
  const before = others.findLast(({ at }) => at < ms);
  const after = others.find(({ at }) => at > ms);
  const date = dateIn(start, master);
  return (before !== undefined && date <= before.date) || (after !== undefined && date >= after.date);
}

/** Why Microsoft cannot store a change of one instance, with which the series is this; null: it can. */
export function instanceProblem(series: EventSeries, { recurrence_id, change }: InstanceChange): string | null {
  const { tags, color, url, reminders, start } = change ?? {};
  const isOfSeries = [tags, color, url].some((value) => value !== undefined) || (reminders ?? []).length > 1;
  if (isOfSeries) return 'Outlook keeps tags, a colour, a url, and more than one reminder of a series only as a whole.';
  if (!series.master || !start || !isCrossing(series, series.master, [recurrence_id, start])) return null;
  return 'Outlook moves an instance only between the days of its neighbours in the series.';
}
