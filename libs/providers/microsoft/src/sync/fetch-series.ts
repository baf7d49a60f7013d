import { setImmediate } from 'node:timers/promises';
import { addDays, toIso, type EpochMs } from '@kalends/icalendar';
import { z } from 'zod';
import { ProviderError, unreadableEvent, type RemoteCalendar } from '@kalends/provider-port/sync';
import { readEach } from './batch.js';
import { calendarPath, eventPath, type GraphAnswer, type GraphApi } from './graph-api.js';
import { isSeries, needsInstances, type GraphSeries } from './read-series.js';
import { eventQuery, page, readEvent, seriesQuery, type GraphEvent } from './resources.js';
import { instantOf } from './times.js';

export const calendarGone = () => new ProviderError('calendar-gone', 'The calendar was deleted.');
export const zoneOfCalendar = ({ tzid }: RemoteCalendar): string => tzid ?? 'Etc/UTC';

export async function calendarExists(api: GraphApi, calendar: RemoteCalendar): Promise<boolean> {
  const { status } = await api.call(calendarPath(calendar.href), { query: { $select: 'id' } });
  return status !== 404;
}

/** Pages of one answer; this bounds time and memory. */
const maxPages = 2_000;
/** Items that are processed before other work has its turn. */
const maxAtOnce = 100;

/**
 * All pages of a list from a path or link on, one after another, at most 100 items at once; the answer that was none, if one
 * was not.
 */
export async function readPages(
  api: GraphApi,
  first: { path: string; call: Parameters<GraphApi['call']>[1] },
  onPage: (items: readonly unknown[]) => Promise<void>,
): Promise<{ failed: GraphAnswer } | { deltaLink: string | undefined }> {
  let { path, call } = first;
  for (let count = 0; count < maxPages; count++) {
    const answer = await api.read(path, page, call);
    if (!answer.body) return { failed: { ...answer, body: undefined } };
    const { value } = answer.body;
    for (let at = 0; at < value.length; at += maxAtOnce) {
      await onPage(value.slice(at, at + maxAtOnce));
      await setImmediate();
    }
    const next = answer.body['@odata.nextLink'];
    if (next === undefined) return { deltaLink: answer.body['@odata.deltaLink'] };
    const { query: _query, ...rest } = call ?? {};
    [path, call] = [next, rest];
  }
  throw new ProviderError('unavailable', 'Microsoft’s list has no end.');
}

/** Days for which a series is read by its instances; Graph lists five years at most. */
const longestDays = 1_800;
const maxInstances = 2_000;
const maxExceptions = 5_000;

/** From the start of a series on, but no earlier than the last year: what is read changes with the years, not every day. */
function firstDay(start: string, now: EpochMs): string {
  const lastYear = `${Number(toIso(now).slice(0, 4)) - 1}-01-01`;
  return start > lastYear ? start : lastYear;
}

/** Exceptions or instances of a series, and whether it has others: unreadable ones, or too many. */
class Collected {
  readonly events: GraphEvent[] = [];
  isPartial = false;

  constructor(private readonly most: number) {}

  add(items: readonly unknown[]): void {
    const events = items.flatMap((item) => readEvent(item) ?? []);
    this.isPartial ||= events.length < items.length || this.events.length + events.length > this.most;
    if (!this.isPartial) this.events.push(...events);
  }

  async addPages(api: GraphApi, first: Parameters<typeof readPages>[1]): Promise<void> {
    const end = await readPages(api, first, async (items) => this.add(items));
    if ('failed' in end) throw new ProviderError('unavailable', `Microsoft answered ${end.failed.status} to a list.`);
  }
}

async function instancesOf(api: GraphApi, calendar: RemoteCalendar, master: GraphEvent): Promise<Collected> {
  const found = new Collected(maxInstances);
  const ms = instantOf({ dateTime: master.start.dateTime, timeZone: master.start.timeZone ?? null });
  if (ms === undefined) return found;
  const from = firstDay(addDays(toIso(ms).slice(0, 10), -2), api.now());
  const bounds = { startDateTime: `${from}T00:00:00Z`, endDateTime: `${addDays(from, longestDays)}T00:00:00Z` };
  const query = { ...bounds, $top: '100', $select: `${eventQuery.$select},occurrenceId` };
  await found.addPages(api, { path: `${eventPath(calendar.href, master.id)}/instances`, call: { query } });
  return found;
}

const seriesBody = z.object({
  exceptionOccurrences: z.array(z.unknown()).nullish(),
  'exceptionOccurrences@odata.nextLink': z.string().optional(),
});

/** A series with its exceptions; undefined: the answer is unreadable. */
async function seriesIn(api: GraphApi, calendar: RemoteCalendar, body: unknown): Promise<GraphSeries | undefined> {
  const master = readEvent(body);
  const more = seriesBody.safeParse(body).data;
  if (!master || !more) return undefined;
  const exceptions = new Collected(maxExceptions);
  exceptions.add(more.exceptionOccurrences ?? []);
  const next = more['exceptionOccurrences@odata.nextLink'];
  if (next !== undefined) await exceptions.addPages(api, { path: next, call: {} });
  const cancelled = (master.cancelledOccurrences ?? []).flatMap((id) => /\.(\d{4}-\d\d-\d\d)$/.exec(id)?.[1] ?? []);
  const series = { master, exceptions: exceptions.events, cancelled };
  if (!needsInstances(master, zoneOfCalendar(calendar))) return { ...series, isPartial: exceptions.isPartial };
  const { events: instances, isPartial } = await instancesOf(api, calendar, master);
  return { ...series, instances, isPartial };
}

/** The series of these ids, read completely, and answers that are unreadable; those that no longer exist are absent. */
export async function readSeriesOf(
  api: GraphApi,
  calendar: RemoteCalendar,
  ids: readonly string[],
): Promise<{ series: GraphSeries[]; unreadable: unknown[] }> {
  const answers = await readEach(
    api,
    ids.map((id) => eventPath(calendar.href, id)),
    { query: seriesQuery },
  );
  const series: GraphSeries[] = [];
  const unreadable: unknown[] = [];
  for (const { body } of answers.filter(({ status }) => status < 300)) {
    const found = await seriesIn(api, calendar, body);
    if (found) series.push(found);
    else unreadable.push(body);
    await setImmediate();
  }
  return { series, unreadable };
}

/** An event as it is now, with its exceptions if it is a series; undefined if it does not exist. */
export async function fetchSeries(
  api: GraphApi,
  calendar: RemoteCalendar,
  id: string,
): Promise<GraphSeries | undefined> {
  const { status, body } = await api.call(eventPath(calendar.href, id), { query: eventQuery });
  if (status >= 300) return undefined;
  const master = readEvent(body);
  if (!master) throw unreadableEvent();
  if (!isSeries(master)) return { master, exceptions: [], cancelled: [] };
  const answer = await api.call(eventPath(calendar.href, id), { query: seriesQuery });
  if (answer.status >= 300) return undefined;
  const series = await seriesIn(api, calendar, answer.body);
  if (!series) throw unreadableEvent();
  return series;
}
