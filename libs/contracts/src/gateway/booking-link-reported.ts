import { z } from 'zod';
import { topic } from '@kalends/topics';

/** The event of a booking link in the form of the public API: the members that its application gave; times when it is booked. */
const bookedEvent = z.looseObject({
  event_id: z.string().describe("The application's own id of the event."),
  summary: z.string().describe('The title.'),
  start: z
    .object({
      time: z.string().describe('The instant, in UTC.'),
      tzid: z.string().describe('The time zone of the event.'),
    })
    .optional()
    .describe('First moment; only when a time is booked.'),
  end: z
    .object({
      time: z.string().describe('The instant, in UTC.'),
      tzid: z.string().describe('The time zone of the event.'),
    })
    .optional()
    .describe('First moment after the event; only when a time is booked.'),
});

export const reportedLink = z.object({
  real_time_scheduling_id: z.string().describe('The id of the link.'),
  url: z.string().describe('The address of its page.'),
  status: z.enum(['open', 'completed', 'disabled']).describe('open until a time is booked in every calendar.'),
  event: bookedEvent.describe('The event of the link.'),
});

const common = {
  client_id: z.string(),
  callback_url: z.string(),
  /** Epoch ms. */
  at: z.number().int(),
  link: reportedLink,
};

/** What happened on the page of a booking link; `user_tzid`: the visitor's time zone. */
export const bookingLinkReportedBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('completed'),
    ...common,
    participants: z.array(z.object({ sub: z.string() })),
    user_tzid: z.string(),
  }),
  z.object({ kind: z.literal('no-times-suitable'), ...common, user_tzid: z.string() }),
  z.object({ kind: z.literal('no-times-displayed'), ...common, user_tzid: z.string() }),
]);
export type BookingLinkReported = z.infer<typeof bookingLinkReportedBody>;

/** Published by the gateway in the transaction that records it; one message, one callback. */
export const bookingLinkReported = topic<BookingLinkReported>({
  name: 'gateway.event.booking-link-reported.v1',
  schema: bookingLinkReportedBody,
  key: (body) => body.link.real_time_scheduling_id,
  example: {
    kind: 'completed',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    callback_url: 'https://example.com/booked',
    at: 1794700000000,
    link: {
      real_time_scheduling_id: 'sch_5ba21743f408617d1269ea1e',
      url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
      status: 'completed',
      event: {
        event_id: 'visit-42',
        summary: 'Site visit',
        start: { time: '2026-11-20T10:00:00Z', tzid: 'Europe/London' },
        end: { time: '2026-11-20T10:30:00Z', tzid: 'Europe/London' },
      },
    },
    participants: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
    user_tzid: 'Asia/Kathmandu',
  },
});
