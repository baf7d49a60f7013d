import { createCalendarFile, timeAt, type EpochMs, type EventComponent } from '@kalends/icalendar';
import type { Booking, BookingLink, LinkDefinition, PartTime } from '../booking-link.js';
import { partsOf } from '../link-parts.js';

/** PUBLISH: an event to have; CANCEL: it is no longer one (RFC 5546 §3.2.1, §3.2.5). */
export type FileMethod = 'PUBLISH' | 'CANCEL';

/** What the link has for the visitor's own calendar; null: nothing is booked. */
export function fileMethodOf({ status, booking, change }: BookingLink): FileMethod | null {
  if (booking === null) return null;
  if (status === 'completed') return 'PUBLISH';
  return status === 'disabled' && change !== null ? 'CANCEL' : null;
}

interface FileState {
  isOver: boolean;
  sequence: number;
}

function fileEvent(
  event: LinkDefinition['event'],
  { start, end }: PartTime,
  { isOver, sequence }: FileState,
): EventComponent {
  const { summary, description, location } = event;
  const place = location?.description;
  return {
    summary: summary.trim() === '' ? 'Event' : summary,
    ...(description ? { description } : {}),
    ...(place ? { location: { description: place } } : {}),
    start: timeAt('Etc/UTC', start),
    end: timeAt('Etc/UTC', end),
    status: isOver ? 'cancelled' : 'confirmed',
    transparency: 'opaque',
    sequence: isOver ? sequence + 1 : sequence,
  };
}

/**
 * What is booked as a file for the visitor's own calendar: what the page shows, and nobody who takes part. A change has a higher
 * SEQUENCE than the file before it.
 */
export function eventFile(link: BookingLink, { parts, sequence = 0 }: Booking, now: EpochMs): string {
  const { linkId, definition } = link;
  const method = fileMethodOf(link) ?? 'PUBLISH';
  const state = { isOver: method === 'CANCEL', sequence };
  const events = partsOf(definition).map(({ event }, part) => ({
    uid: part === 0 ? linkId : `${linkId}-${part + 1}`,
    event: fileEvent(event, parts[part]!, state),
  }));
  return createCalendarFile(events, { now, method });
}
