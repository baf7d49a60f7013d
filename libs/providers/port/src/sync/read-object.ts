import { parseCalendarObject, type EventSeries } from '@kalends/icalendar';

/** Why a calendar object has no event: it is a task or journal entry, or unreadable. */
export type SkipReason = 'no-event' | 'unreadable';

/** The event in a calendar object resource, which has one UID only (RFC 4791 §4.1). */
export function readObject(text: string): EventSeries | SkipReason {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) return parsed.reason === 'no-event' ? 'no-event' : 'unreadable';
  return parsed.series[0] ?? 'no-event';
}
