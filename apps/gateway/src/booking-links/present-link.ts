import { toIso } from '@kalends/icalendar';
import type { Booking, BookingLink } from './booking-link.js';

/** The times of an event in the form of the public API. */
export const timesOf = ({ start, end }: Pick<Booking, 'start' | 'end'>, tzid: string) => ({
  start: { time: toIso(start), tzid },
  end: { time: toIso(end), tzid },
});

/** A link that is being booked is open still: no calendar has confirmed the time. */
const statusOf = ({ status }: BookingLink) => (status === 'booking' ? 'open' : status);

/** The event that the application gave, with its times when they are booked. */
function eventOf({ status, definition, booking }: BookingLink) {
  const times = status === 'completed' && booking ? timesOf(booking, definition.tzid) : {};
  return { ...definition.event, event_private: definition.event.event_private ?? false, ...times };
}

/** What the visitor has cancelled; absent: nothing. */
function cancelledOf({ change, definition }: BookingLink) {
  if (change?.state !== 'done' || change.kind !== 'cancel') return {};
  const { at, reason, previous } = change;
  const given = reason === null ? {} : { reason };
  return { cancelled: { at: toIso(at), ...given, ...timesOf(previous, definition.tzid) } };
}

/** The link in the form of the public API. */
export function presentLink(link: BookingLink, url: string) {
  const { linkId, displayMessage } = link;
  const status = statusOf(link);
  return {
    real_time_scheduling_id: linkId,
    url,
    status,
    event: eventOf(link),
    ...cancelledOf(link),
    ...(status === 'disabled' && displayMessage !== null ? { display_message: displayMessage } : {}),
  };
}

/** A link in each report about it. */
export function reportedOf(link: BookingLink, url: string) {
  return { link_id: link.linkId, client_id: link.clientId, url, status: statusOf(link), submitted: eventOf(link) };
}
