import { z } from 'zod';
import { availabilityBody } from '../availability/query-availability.js';
import { bookedEvent } from '../booking-links/booking-link-fields.js';
import { keyed } from '../shared/errors.js';
import { filled } from '../shared/fields.js';

/** Most characters of `booking` as JSON: the token, which contains it, is part of an address. */
const maxLength = 4096;

/** What a page may book with its token: everything but the start, which its visitor chooses. */
export const elementBooking = z
  .object({
    calendar_id: filled('booking.calendar_id', 256).describe(
      'The calendar that gets the event, of one of subs. At most 256 characters.',
    ),
    event: bookedEvent.describe(
      'The event, as POST /v1/calendars/{calendar_id}/events takes it, without its times. Each token needs an event_id of its own: it is booked once.',
    ),
    availability: availabilityBody.describe(
      'Which times can be booked, as POST /v1/availability takes it; periods are offered as overlapping_slots. Its members are in subs.',
    ),
  })
  .refine((value) => JSON.stringify(value).length <= maxLength, {
    error: keyed('too_long', `booking may have at most ${maxLength} characters`),
  });

export type ElementBooking = z.output<typeof elementBooking>;

export const elementBookingExample = {
  calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
  event: { event_id: 'visit-4711', summary: 'Site visit' },
  availability: {
    participants: [{ members: [{ sub: 'acc_5ba21743f408617d1269ea1e' }], required: 'all' }],
    required_duration: { minutes: 30 },
    query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
  },
};
