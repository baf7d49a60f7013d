import { parseCalendarObject, type EventSeries } from '@kalends/icalendar';

/** Why a calendar object makes no event: it is a task or journal entry, or cannot be read. */
export type SkipReason = 'no-event' | 'unreadable';

/** The event in a calendar object resource, which holds one UID only (RFC 4791 §4.1). */
export function readObject(text: string): EventSeries | SkipReason {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) return parsed.reason === 'no-event' ? 'no-event' : 'unreadable';
  return parsed.series[0] ?? 'no-event';
}
