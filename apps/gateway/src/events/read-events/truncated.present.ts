import { toIso } from '@kalends/icalendar';
import type { Filter } from './cursor.js';
import type { Reader, TruncatedSeries } from './page.js';
import type { Window } from './window.js';

const listedAtMost = 100;

/** Whether instances of the series may be missing in the window. */
function isMissing(
  [calendarId, , , shownFrom, shownTo, firstMs, lastMs]: TruncatedSeries,
  window: Window,
  filter: Filter,
) {
  if (filter.calendarIds && !filter.calendarIds.includes(calendarId)) return false;
  const [from, to] = [Math.min(window.from, window.fromDay), Math.max(window.to, window.toDay)];
  const concerns = firstMs < to && (lastMs === null || lastMs >= from);
  return concerns && (from < shownFrom || to > shownTo);
}

/**
 * The member `truncated` of a response, as JSON text with a preceding comma: the series of which the window may have more
 * instances than are shown, at most 100, and their number (docs/reference/recurrence.md). Empty for none.
 */
export function presentTruncated({ truncated }: Reader, window: Window, filter: Filter): string {
  const missing = (truncated ?? []).filter((one) => isMissing(one, window, filter));
  if (missing.length === 0) return '';
  const series = missing.slice(0, listedAtMost).map(([calendar_id, event_uid, reason, shownFrom, shownTo]) => ({
    calendar_id,
    series_identifier: event_uid,
    reason,
    ...(shownTo > shownFrom ? { shown_from: toIso(shownFrom), shown_to: toIso(shownTo) } : {}),
  }));
  return `,"truncated":${JSON.stringify({ total: missing.length, series })}`;
}
