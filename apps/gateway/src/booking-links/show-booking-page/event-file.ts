import { createCalendarFile, timeAt, type EpochMs, type EventComponent } from '@kalends/icalendar';
import type { Booking, BookingLink, LinkDefinition, PartTime } from '../booking-link.js';
import { partsOf } from '../link-parts.js';

function fileEvent(event: LinkDefinition['event'], { start, end }: PartTime): EventComponent {
  const { summary, description, location } = event;
  const place = location?.description;
  return {
    summary: summary.trim() === '' ? 'Event' : summary,
    ...(description ? { description } : {}),
    ...(place ? { location: { description: place } } : {}),
    start: timeAt('Etc/UTC', start),
    end: timeAt('Etc/UTC', end),
    status: 'confirmed',
    transparency: 'opaque',
  };
}

/** What is booked as a file for the visitor's own calendar: what the page shows, and nobody who takes part. */
export function eventFile({ linkId, definition }: BookingLink, { parts }: Booking, now: EpochMs): string {
  const events = partsOf(definition).map(({ event }, part) => ({
    uid: part === 0 ? linkId : `${linkId}-${part + 1}`,
    event: fileEvent(event, parts[part]!),
  }));
  return createCalendarFile(events, { now, method: 'PUBLISH' });
}
