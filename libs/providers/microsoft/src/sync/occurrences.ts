import { addDays, instantOf, toLocal, utcMidnight, type EventSeries, type EventTime } from '@kalends/icalendar';
import type { Event } from '@microsoft/microsoft-graph-types';
import { ProviderError, type RemoteCalendar } from '@kalends/provider-port/sync';
import { membersFor, type Values } from './change-event.js';
import { readPages, zoneOfCalendar } from './fetch-series.js';
import { eventPath, type GraphApi } from './graph-api.js';
import { componentOf } from './read-event.js';
import { dateIn, originalOf, type GraphSeries } from './read-series.js';
import { readEvent, type GraphEvent } from './resources.js';
import { dateOf, onDate } from './times.js';

const floating = { floatingZone: 'Etc/UTC' };

/** The date, in the series' zone, of a time that names one of its occurrences; undefined if it names none. */
export function occurrenceDate(time: EventTime, start: EventTime): string | undefined {
  if ('date' in start || 'date' in time) return 'date' in start && 'date' in time ? time.date : undefined;
  const date = toLocal(start.tzid ?? 'Etc/UTC', instantOf(time, floating)).slice(0, 10);
  return instantOf(onDate(start, date), floating) === instantOf(time, floating) ? date : undefined;
}

/** Longer spans are requested in parts: Graph lists five years at most. */
const spanDays = 1_000;
const gap = (from: string, to: string) => (utcMidnight(to) - utcMidnight(from)) / 86_400_000;

/** The occurrences of a series on some of its dates. */
export async function instancesOn(
  api: GraphApi,
  { calendar, id }: { calendar: RemoteCalendar; id: string },
  dates: readonly string[],
): Promise<Map<string, GraphEvent>> {
  const found = new Map<string, GraphEvent>();
  const left = [...new Set(dates)].sort();
  while (left.length > 0) {
    const first = left[0]!;
    const part = left.splice(0, left.findLastIndex((date) => gap(first, date) <= spanDays) + 1);
    const query = {
      startDateTime: `${addDays(first, -2)}T00:00:00Z`,
      endDateTime: `${addDays(part.at(-1)!, 3)}T00:00:00Z`,
      $top: '100',
    };
    const path = `${eventPath(calendar.href, id)}/instances`;
    await readPages(api, { path, call: { query } }, async (items) => {
      for (const one of items.flatMap((item) => readEvent(item) ?? [])) {
        const date = dateIn(one.occurrenceId) ?? one.start.dateTime.slice(0, 10);
        if (part.includes(date)) found.set(date, one);
      }
    });
  }
  return found;
}

/** Whether a deletion was answered that there is nothing to delete. */
export const isGone = (status: number, code: string) =>
  status === 404 || (status === 400 && code === 'ErrorInvalidRequest');

/** Deletes occurrences of a series; those that do not exist are skipped. */
async function cancel(api: GraphApi, calendar: RemoteCalendar, occurrences: Iterable<GraphEvent>): Promise<void> {
  for (const { id } of occurrences) {
    const call = { method: 'DELETE' as const, understands: [400] };
    const { status, code } = await api.call(eventPath(calendar.href, id), call);
    if (status >= 300 && !isGone(status, code)) {
      throw new ProviderError('unavailable', `Microsoft answered ${status} to a deletion.`);
    }
  }
}

async function change(api: GraphApi, calendar: RemoteCalendar, { id, body }: { id: string; body: Event }) {
  const { status } = await api.call(eventPath(calendar.href, id), { method: 'PATCH', body });
  if (status >= 300 && status !== 404) throw new ProviderError('unavailable', `Microsoft answered ${status}.`);
}

/** What the series must have beside its rule, by date in its zone. */
function wanted({ master, recurrence, overrides }: EventSeries) {
  const start = master!.start;
  const dateFor = (time: EventTime) => occurrenceDate(time, start) ?? [];
  const isCancelled = ({ change: one }: EventSeries['overrides'][number]) => one.status === 'cancelled';
  const cancelled = [
    ...(recurrence?.exdates ?? []).flatMap(dateFor),
    ...overrides.filter(isCancelled).flatMap(({ recurrence_id }) => dateFor(recurrence_id)),
  ];
  const changed = overrides
    .filter((one) => !isCancelled(one))
    .flatMap(({ recurrence_id, change: values }) => {
      const date = occurrenceDate(recurrence_id, start);
      return date === undefined ? [] : [[date, values as Values] as const];
    });
  return { cancelled: new Set(cancelled), changed: new Map(changed) };
}

/** Deleted occurrences that the series must have again; only a written rule brings them back. */
export function toRevive(present: GraphSeries, next: EventSeries): boolean {
  const { cancelled } = wanted(next);
  return present.cancelled.some((date) => !cancelled.has(date));
}

/**
 * Gives a series the deleted and changed occurrences of `next` that it lacks: Microsoft may drop them when the times or
 * the rule change.
 */
export async function restoreOccurrences(
  api: GraphApi,
  calendar: RemoteCalendar,
  { present, next }: { present: GraphSeries; next: EventSeries },
): Promise<boolean> {
  const { cancelled, changed } = wanted(next);
  const start = next.master!.start;
  const existing = new Set(
    present.exceptions.flatMap((one) => {
      const original = originalOf(one, start);
      return original ? [dateOf(original)] : [];
    }),
  );
  for (const date of present.cancelled) cancelled.delete(date);
  for (const date of existing) changed.delete(date);
  const dates = [...cancelled, ...changed.keys()];
  if (dates.length === 0) return false;
  const found = await instancesOn(api, { calendar, id: present.master.id }, dates);
  await cancel(
    api,
    calendar,
    [...cancelled].flatMap((date) => found.get(date) ?? []),
  );
  for (const [date, values] of changed) {
    const event = found.get(date);
    const component = event && componentOf(event, zoneOfCalendar(calendar));
    if (!event || !component) continue;
    const { members, text } = membersFor(values, { event, component }, zoneOfCalendar(calendar));
    const body = text === undefined ? members : { ...members, body: { contentType: 'text' as const, content: text } };
    await change(api, calendar, { id: event.id, body });
  }
  return true;
}
