/** Safeguards of booking links, as in faults.mjs. */
export const bookingFaults = [
  {
    name: "the claim of a booking is one statement with `status = 'open'`",
    file: 'apps/gateway/src/booking-links/book-slot/place-booking.ts',
    safeguard: "WHERE link_id = $1 AND status = 'open'`",
    fault: 'WHERE link_id = $1`',
    test: 'apps/gateway/src/booking-links/book-slot/book-slot.spec.ts',
  },
  {
    name: 'a booking is changed only as its visitor saw it, and once at a time',
    file: 'apps/gateway/src/booking-links/change-booking/claim-change.ts',
    safeguard: "AND change ->> 'id' IS NOT DISTINCT FROM $4",
    fault: "AND coalesce($4, '') IS NOT NULL",
    test: 'apps/gateway/src/booking-links/change-booking/change-booking.spec.ts',
  },
  {
    name: 'a form of a page from before a change is out of date',
    file: 'apps/gateway/src/booking-links/changeable.ts',
    safeguard: "`${linkId} ${change?.id ?? 'booked'}`",
    fault: 'linkId',
    test: 'apps/gateway/src/booking-links/reschedule-booking/reschedule-booking.spec.ts',
  },
  {
    name: 'a page is framed only where its application allows it',
    file: 'apps/gateway/src/booking-links/show-booking-page/frame.ts',
    safeguard: '  if (origins.length === 0) return reply;\n',
    fault: '',
    test: 'apps/gateway/src/booking-links/show-booking-page/frame.spec.ts',
  },
];
