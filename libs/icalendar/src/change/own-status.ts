import type { Attendee, EventComponent } from '../model.js';

/** Whether an address is one of the owner's. */
const isOwn = (own: readonly string[]) => {
  const addresses = new Set(own.map((one) => one.toLowerCase()));
  return ({ email }: Attendee) => addresses.has(email.toLowerCase());
};

/**
 * The owner's participation status (RFC 5545 §3.2.12): what the provider states, also for somebody who was invited as a member of a group,
 * else that of the first attendee line with an `own` address; undefined: not invited.
 */
export const ownStatus = (
  { attendees, own_status }: Pick<EventComponent, 'attendees' | 'own_status'>,
  own: readonly string[],
): Attendee['status'] | undefined => own_status ?? attendees?.find(isOwn(own))?.status;

/** The attendee lines, with the owner's as {@link ownStatus} has it: an invitee's copy at Microsoft knows no other answers. */
export function attendeesShown({ attendees = [], own_status }: EventComponent, own: readonly string[]): Attendee[] {
  if (own_status === undefined) return attendees;
  const isOwnLine = isOwn(own);
  return attendees.map((one) => (isOwnLine(one) ? { ...one, status: own_status } : one));
}
