import { type EventChange } from '@kalends/contracts';
import {
  applyEventChange,
  componentChange,
  createCalendarObject,
  type EpochMs,
  type EventSeries,
  parseCalendarObject,
  patchCalendarObject,
  type ScheduleAgent,
  toIso,
} from '@kalends/icalendar';
import { ProviderError } from './provider.port.js';

/** The series with this UID in a calendar object; null if it is unreadable or has another UID. */
export function seriesIn(text: string, uid?: string): EventSeries | null {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) return null;
  return (uid === undefined ? parsed.series[0] : parsed.series.find((one) => one.uid === uid)) ?? null;
}

interface ObjectChange {
  uid: string;
  change: EventChange;
  now: EpochMs;
  /** Who mails attendees (RFC 6638 §7.1); absent if the provider never does. */
  scheduleAgent?: ScheduleAgent;
}

/**
 * The calendar object after a change: an existing one (`text`) is patched, keeping everything that the change does not
 * name; otherwise a new one is created. Refused if the existing object is unreadable or the change does not result in
 * an event.
 */
export function changedObject(text: string | null, { uid, change, now, scheduleAgent }: ObjectChange): string {
  const options = { now, ...(scheduleAgent === undefined ? {} : { scheduleAgent }) };
  const { recurrence } = change;
  if (text === null) {
    const event = applyEventChange(null, change, toIso(now));
    return createCalendarObject(uid, event, { ...options, ...(recurrence && { recurrence }) });
  }
  const series = seriesIn(text, uid);
  if (!series?.master) throw new ProviderError('refused', 'The existing calendar object cannot be changed.');
  if (series.truncated?.includes('attendees') && (change.attendees || change.own_attendance))
    throw new ProviderError('refused', 'The event has more attendees than are read, so they cannot be changed.');
  // who schedules is the organizer's affair: an answer changes nothing but the own line (RFC 6638 §3.2.2.1)
  const isAnswer = change.own_attendance !== undefined && change.attendees === undefined;
  const written = isAnswer ? { uid, now } : { uid, ...options };
  return patchCalendarObject(text, { ...componentChange(series.master, change), recurrence }, written);
}
