import { toIso } from '@kalends/icalendar';
import type { Booking, BookingLink } from './booking-link.js';
import { isSequence, partsOf } from './link-parts.js';

/** The times of an event in the form of the public API. */
export const timesOf = ({ start, end }: Pick<Booking, 'start' | 'end'>, tzid: string) => ({
  start: { time: toIso(start), tzid },
  end: { time: toIso(end), tzid },
});

/** A link that is being booked is open still: no calendar has confirmed the time. */
const statusOf = ({ status }: BookingLink) => (status === 'booking' ? 'open' : status);

type Times = Pick<Booking, 'start' | 'end'> | null | undefined;

/** What is booked, once every calendar has it. */
const bookedOf = ({ status, booking }: BookingLink) => (status === 'completed' ? booking : null);

/** An event that the application gave, with its times when they are booked. */
const eventOf = (event: LinkEvent, times: Times, tzid: string) => ({
  ...event,
  event_private: event.event_private ?? false,
  ...(times ? timesOf(times, tzid) : {}),
});

type LinkEvent = BookingLink['definition']['event'];

const linkEventOf = (link: BookingLink) => eventOf(link.definition.event, bookedOf(link), link.definition.tzid);

/** The parts of a sequence, with their times and who takes part in each when they are booked. */
const sequenceOf = (link: BookingLink) =>
  partsOf(link.definition).map(({ sequenceId, event }, part) => {
    const time = bookedOf(link)?.parts[part];
    const participants = (time?.subs ?? []).map((sub) => ({ sub }));
    return { sequence_id: sequenceId!, event: eventOf(event, time, link.definition.tzid), participants };
  });

function common(link: BookingLink, url: string) {
  const status = statusOf(link);
  const message = status === 'disabled' && link.displayMessage !== null ? { display_message: link.displayMessage } : {};
  return { url, status, event: linkEventOf(link), ...message };
}

/** What the visitor has cancelled; absent: nothing. */
function cancelledOf({ change, definition }: BookingLink) {
  if (change?.state !== 'done' || change.kind !== 'cancel') return {};
  const { at, reason, previous } = change;
  const given = reason === null ? {} : { reason };
  return { cancelled: { at: toIso(at), ...given, ...timesOf(previous, definition.tzid) } };
}

/** The link in the form of the public API. */
export const presentLink = (link: BookingLink, url: string) => ({
  real_time_scheduling_id: link.linkId,
  ...common(link, url),
  ...cancelledOf(link),
});

/** A link for a sequence in the form of the public API. */
export const presentSequence = (link: BookingLink, url: string) => ({
  real_time_sequencing_id: link.linkId,
  ...common(link, url),
  sequence: sequenceOf(link),
});

/** A link in each report about it. */
export function reportedOf(link: BookingLink, url: string) {
  const { linkId: link_id, clientId: client_id, definition } = link;
  const parts = () => sequenceOf(link).map(({ event: submitted, ...part }) => ({ ...part, submitted }));
  const sequence = isSequence(definition.availability) ? { sequence: parts() } : {};
  return { link_id, client_id, url, status: statusOf(link), submitted: linkEventOf(link), ...sequence };
}
