import { toIso, type EpochMs } from '@kalends/icalendar';
import { z } from 'zod';
import { ProviderError, type RemoteCalendar } from '@kalends/provider-port/sync';
import { calendarExists, calendarGone, readPages } from './fetch-series.js';
import { calendarPath, type GraphApi, type GraphAnswer } from './graph-api.js';
import { row, type GraphRow } from './resources.js';

const day = 86_400_000;

/** Where a read ended. Times are epoch ms. */
const cursorBody = z.object({
  /** The link that reports what changed since. */
  link: z.string().max(20_000),
  /** When the window of the link was opened, and where it ends. */
  opened: z.number(),
  end: z.number(),
});
export type Cursor = z.infer<typeof cursorBody>;

export function readCursor(text: string): Cursor | undefined {
  try {
    return cursorBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const printCursor = (cursor: Cursor): string => JSON.stringify(cursor);

/** Days before now in the window of a link, and after now: fewer if Graph cannot expand as many (503, 504). */
const before = 45;
const afters = [400, 120, 30];
const pageSize = 500;

/** The window moves with time: monthly, and earlier if it is a short one. */
export const isDue = ({ opened, end }: Cursor, now: EpochMs): boolean =>
  now - opened > 30 * day || end - now < 15 * day;

const tooMuch = [500, 503, 504];
/** Microsoft refuses the link: it has ended, or is malformed. */
const isEnded = ({ status, code }: GraphAnswer) => status === 410 || status === 400 || /syncstate|resync/i.test(code);

/** Follows a link, or opens a new window; the rows that it reports, the last one of each id, go to `onRows`. */
async function follow(
  { api, calendar }: { api: GraphApi; calendar: RemoteCalendar },
  first: { path: string; query?: Record<string, string>; understands: readonly number[] },
  onRows: (rows: GraphRow[]) => void,
): Promise<{ link: string } | { failed: GraphAnswer }> {
  const { path, query, understands } = first;
  const call = { ...(query ? { query } : {}), pageSize, understands };
  const end = await readPages(api, { path, call }, async (items) => {
    onRows(items.flatMap((item) => row.safeParse(item).data ?? []));
  });
  if ('failed' in end) {
    if (end.failed.status === 404 && !(await calendarExists(api, calendar))) throw calendarGone();
    return end;
  }
  if (end.deltaLink === undefined) throw new ProviderError('unavailable', 'Microsoft’s changes have no end.');
  return { link: end.deltaLink };
}

/**
 * Opens a window of calendarView/delta around now: what changes from here on is reported, also outside of it. Undefined if
 * the mailbox is too full for it (403 ErrorQuotaExceeded): it can only be listed.
 */
export async function openWindow(api: GraphApi, calendar: RemoteCalendar, now: EpochMs): Promise<Cursor | undefined> {
  const path = `${calendarPath(calendar.href)}/calendarView/delta`;
  let status = 0;
  for (const after of afters) {
    const end = now + after * day;
    const query = { startDateTime: toIso(now - before * day), endDateTime: toIso(end) };
    const opened = await follow({ api, calendar }, { path, query, understands: [403, ...tooMuch] }, () => undefined);
    if ('link' in opened) return { link: opened.link, opened: now, end };
    if (opened.failed.code === 'ErrorQuotaExceeded') return undefined;
    if (!tooMuch.includes(opened.failed.status)) {
      throw new ProviderError('refused', `Microsoft answered ${opened.failed.status} to changes of a calendar.`);
    }
    status = opened.failed.status;
  }
  throw new ProviderError('unavailable', `Microsoft answered ${status} to changes of a calendar.`);
}

/** What a link reports: ids of single events and series, and ids that are perhaps removed. */
export interface Reported {
  link: string;
  changed: Set<string>;
  removed: Set<string>;
}

/** Follows a cursor's link to its end; undefined if Microsoft no longer accepts it. */
export async function reportedBy(api: GraphApi, calendar: RemoteCalendar, link: string): Promise<Reported | undefined> {
  const last = new Map<string, GraphRow>();
  const end = await follow({ api, calendar }, { path: link, understands: [400, 403] }, (rows) => {
    for (const one of rows) last.set(one.id, one);
  });
  if ('failed' in end) {
    if (isEnded(end.failed) || end.failed.status === 404 || end.failed.code === 'ErrorQuotaExceeded') return undefined;
    throw new ProviderError('refused', `Microsoft answered ${end.failed.status} to changes of a calendar.`);
  }
  const rows = [...last.values()];
  const isRemoved = (one: GraphRow) => one['@removed'] !== undefined;
  const changed = rows.filter((one) => !isRemoved(one)).map(({ id, seriesMasterId }) => seriesMasterId || id);
  return { link: end.link, changed: new Set(changed), removed: new Set(rows.filter(isRemoved).map(({ id }) => id)) };
}
