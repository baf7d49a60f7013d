import { EventTime } from '../model.js';
import { ContentLine, paramOf } from '../text/content-lines.js';
import { isAllDay } from '../zones/event-time.js';
import { resolveTimeZone } from '../zones/resolve.js';
import { addDuration, eventTime, parseDuration } from './values.js';

/**
 * The DATE or DATE-TIME value of one content line, its TZID resolved by name: an IANA name, `Etc/UTC`, or `null` for a
 * floating time; an unknown name stays as written. `null` if it is not such a value.
 */
export function timeOfLine(line: ContentLine): EventTime | null {
  const named = (tzid: string | undefined) => (tzid === undefined ? null : (resolveTimeZone(tzid) ?? tzid));
  return eventTime(line.value.trim(), paramOf(line, 'TZID'), named);
}

/** A start plus a DURATION value (RFC 5545 §3.3.6); days are calendar days. `null` if it is not a duration. */
export function endAfter(start: EventTime, duration: string): EventTime | null {
  const parsed = parseDuration(duration.trim());
  if (!parsed) return null;
  return addDuration(start, parsed, { floatingZone: isAllDay(start) ? 'Etc/UTC' : (start.tzid ?? 'Etc/UTC') });
}
