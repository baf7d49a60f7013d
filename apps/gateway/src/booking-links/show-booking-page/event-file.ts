import { createCalendarObject, timeAt, type EpochMs, type EventComponent } from '@kalends/icalendar';
import type { Booking, BookingLink } from '../booking-link.js';

/** PUBLISH: an event to have; CANCEL: it is no longer one (RFC 5546 §3.2.1, §3.2.5). */
export type FileMethod = 'PUBLISH' | 'CANCEL';

/** What the link has for the visitor's own calendar; null: nothing is booked. */
export function fileMethodOf({ status, booking, change }: BookingLink): FileMethod | null {
  if (booking === null) return null;
  if (status === 'completed') return 'PUBLISH';
  return status === 'disabled' && change !== null ? 'CANCEL' : null;
}

/**
 * The booked event as a file for the visitor's own calendar: what the page shows, and nobody who takes part. A change has a higher
 * SEQUENCE than the file before it.
 */
export function eventFile(link: BookingLink, booking: Booking, now: EpochMs): string {
  const { linkId, definition } = link;
  const { start, end, sequence = 0 } = booking;
  const { summary, description, location } = definition.event;
  const place = location?.description;
  const method = fileMethodOf(link) ?? 'PUBLISH';
  const isOver = method === 'CANCEL';
  const event: EventComponent = {
    summary: summary.trim() === '' ? 'Event' : summary,
    ...(description ? { description } : {}),
    ...(place ? { location: { description: place } } : {}),
    start: timeAt('Etc/UTC', start),
    end: timeAt('Etc/UTC', end),
    status: isOver ? 'cancelled' : 'confirmed',
    transparency: 'opaque',
    sequence: isOver ? sequence + 1 : sequence,
  };
  return createCalendarObject(linkId, event, { now, method });
}
