import type { BookingLink } from './booking-link.js';
import { timesOf } from './book-slot/booked-event.js';

/** A link that is being booked is open still: no calendar has confirmed the time. */
const statusOf = ({ status }: BookingLink) => (status === 'booking' ? 'open' : status);

/** The link in the form of the public API. */
export function presentLink(link: BookingLink, url: string) {
  const { linkId, definition, booking, displayMessage } = link;
  const status = statusOf(link);
  const times = status === 'completed' && booking ? timesOf(booking, definition.tzid) : {};
  return {
    real_time_scheduling_id: linkId,
    url,
    status,
    event: { ...definition.event, event_private: definition.event.event_private ?? false, ...times },
    ...(status === 'disabled' && displayMessage !== null ? { display_message: displayMessage } : {}),
  };
}
