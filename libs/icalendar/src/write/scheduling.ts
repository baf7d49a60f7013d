import { EventStatus, ParticipationStatus } from '../model.js';
import { param, rawValue } from './format.js';
import { PARTSTAT } from './properties.js';

/**
 * Who takes part in a scheduling message (RFC 5546 §3.2); replaces `organizer` and `attendees` of the event. `status`
 * replaces the event's, `null` omits STATUS.
 */
export interface Scheduling {
  /** `address` is where replies are sent; `email`, the person's own, becomes the EMAIL parameter (RFC 7986 §6.2). */
  organizer: { address: string; email?: string | undefined; displayName?: string | undefined };
  attendees: { email: string; displayName?: string; status: ParticipationStatus }[];
  /** Whether a reply is requested (RFC 5545 §3.2.17). */
  rsvp: boolean;
  status?: EventStatus | null;
}

export function schedulingLines({ organizer, attendees, rsvp }: Scheduling): string[] {
  const { address, email, displayName } = organizer;
  const about = (displayName ? param('CN', displayName) : '') + (email ? param('EMAIL', email) : '');
  return [
    `ORGANIZER${about}:mailto:${rawValue(address)}`,
    ...attendees.map((attendee) => {
      const name = attendee.displayName ? param('CN', attendee.displayName) : '';
      const rsvpParameter = rsvp ? ';RSVP=TRUE' : '';
      const role = `;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${PARTSTAT[attendee.status]}`;
      return `ATTENDEE${role}${rsvpParameter}${name}:mailto:${rawValue(attendee.email)}`;
    }),
  ];
}
