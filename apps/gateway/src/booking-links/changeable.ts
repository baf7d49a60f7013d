import type { EpochMs } from '@kalends/icalendar';
import type { Booking, BookingLink, ChangeKind } from './booking-link.js';

export type Booked = BookingLink & { booking: Booking };

/** Whether a time is booked, and nothing is being changed. */
export const isSettled = (link: BookingLink): link is Booked =>
  link.status === 'completed' && link.booking !== null && link.change?.state !== 'pending';

/** What its visitor may do now: what the application allows, until the booked time begins (SCH-16). */
export function changesOf(link: BookingLink, now: EpochMs): ChangeKind[] {
  return isSettled(link) && now < link.booking.start ? (link.definition.allow ?? []) : [];
}

/** Whether it could be changed before it began. */
export const hasBegun = (link: BookingLink, now: EpochMs): boolean =>
  isSettled(link) && (link.definition.allow ?? []).length > 0 && now >= link.booking.start;

/** What a page of the booking as it is now was made for: each change makes those before it useless. */
export const versionOf = ({ linkId, change }: BookingLink): string => `${linkId} ${change?.id ?? 'booked'}`;
