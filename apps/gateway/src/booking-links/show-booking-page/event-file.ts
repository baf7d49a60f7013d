import { createCalendarObject, timeAt, type EpochMs, type EventComponent } from '@kalends/icalendar';
import type { Booking, BookingLink } from '../booking-link.js';

/** The booked event as a file for the visitor's own calendar: what the page shows, and nobody who takes part. */
export function eventFile({ linkId, definition }: BookingLink, { start, end }: Booking, now: EpochMs): string {
  const { summary, description, location } = definition.event;
  const place = location?.description;
  const event: EventComponent = {
    summary: summary.trim() === '' ? 'Event' : summary,
    ...(description ? { description } : {}),
    ...(place ? { location: { description: place } } : {}),
    start: timeAt('Etc/UTC', start),
    end: timeAt('Etc/UTC', end),
    status: 'confirmed',
    transparency: 'opaque',
  };
  return createCalendarObject(linkId, event, { now, method: 'PUBLISH' });
}
