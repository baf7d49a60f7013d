import { z } from 'zod';
import { topic } from '@kalends/topics';

const common = {
  link_id: z.string(),
  client_id: z.string(),
  callback_url: z.string(),
  /** The address of its page. */
  url: z.string(),
  status: z.enum(['open', 'completed', 'disabled']),
  /** The event in the form of the public API: the members that the application gave; with times when it is booked. */
  submitted: z.record(z.string(), z.unknown()),
  /** Only of a link for several meetings: those, in their order; with their times and members when they are booked. */
  sequence: z
    .array(
      z.object({
        sequence_id: z.union([z.string(), z.number()]),
        submitted: z.record(z.string(), z.unknown()),
        participants: z.array(z.object({ sub: z.string() })),
      }),
    )
    .optional(),
  /** The visitor's time zone. */
  user_tzid: z.string(),
  /** Epoch ms. */
  at: z.number().int(),
};

const time = z.object({ time: z.string(), tzid: z.string() });

/** The times until then. */
const previous = z.object({ start: time, end: time });

/** What happened on the page of a booking link. */
export const bookingLinkReportedBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('completed'), ...common, participants: z.array(z.object({ sub: z.string() })) }),
  /** The visitor reports that none of the times fits. */
  z.object({ kind: z.literal('no-times-suitable'), ...common }),
  /** The page had no time to show. */
  z.object({ kind: z.literal('no-times-displayed'), ...common }),
  /** The visitor has moved the booking: `submitted` has the new times. */
  z.object({
    kind: z.literal('rescheduled'),
    ...common,
    participants: z.array(z.object({ sub: z.string() })),
    previous,
  }),
  /** `reason`: in the visitor's words; null: they gave none. */
  z.object({ kind: z.literal('cancelled'), ...common, previous, reason: z.string().nullable() }),
]);
export type BookingLinkReported = z.infer<typeof bookingLinkReportedBody>;

/** Published by the gateway in the transaction that records it; one message, one callback. */
export const bookingLinkReported = topic<BookingLinkReported>({
  name: 'gateway.event.booking-link-reported.v1',
  schema: bookingLinkReportedBody,
  key: (body) => body.link_id,
  example: {
    kind: 'completed',
    link_id: 'sch_5ba21743f408617d1269ea1e',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    callback_url: 'https://example.com/booked',
    url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
    status: 'completed',
    submitted: {
      event_id: 'visit-42',
      summary: 'Site visit',
      start: { time: '2026-11-20T10:00:00Z', tzid: 'Europe/London' },
      end: { time: '2026-11-20T10:30:00Z', tzid: 'Europe/London' },
    },
    user_tzid: 'Asia/Kathmandu',
    at: 1794700000000,
    participants: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
  },
});
