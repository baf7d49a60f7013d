import { z } from 'zod';

const time = (what: string) =>
  z
    .object({
      time: z.string().describe('The instant, in UTC.'),
      tzid: z.string().describe('The time zone of the event.'),
    })
    .optional()
    .describe(what);

/** A booking link as its application gets it. */
export const bookingLinkShape = z
  .object({
    real_time_scheduling_id: z.string().describe('The id of the link.'),
    url: z.string().describe('The address of its page: whoever has it can book.'),
    status: z
      .enum(['open', 'completed', 'disabled'])
      .describe(
        'open until a time is booked in every calendar; then completed, also with a new time; disabled by the application, or when the visitor has cancelled.',
      ),
    event: z
      .looseObject({
        event_id: z.string().describe("The application's own id of the event."),
        summary: z.string().describe('The title.'),
        event_private: z.boolean().describe('Whether others who see the calendar are kept from reading its details.'),
        start: time('First moment; only when completed.'),
        end: time('First moment after the event; only when completed.'),
      })
      .describe('The event that is booked, with the members that were given.'),
    cancelled: z
      .object({
        at: z.string().describe('When the calendars had removed it, in UTC.'),
        reason: z.string().optional().describe('In the words of the visitor, if they gave one.'),
        start: time('First moment of what was booked.'),
        end: time('First moment after it.'),
      })
      .optional()
      .describe('The cancellation by the visitor; only then. An extension.'),
    display_message: z.string().optional().describe('What the page shows; only when disabled.'),
  })
  .meta({ id: 'BookingLink' });

export const bookingLinkAnswer = z.object({ real_time_scheduling: bookingLinkShape.describe('The link.') });

export const bookingLinkExample = {
  real_time_scheduling_id: 'sch_5ba21743f408617d1269ea1e',
  url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
  status: 'open' as const,
  event: { event_id: 'visit-42', summary: 'Site visit', event_private: false },
};

export const linkCall = { tag: 'scheduling', credential: 'api-key-or-client' } as const;

export const bookingLinkParams = z.object({
  real_time_scheduling_id: z.string().describe('The id of the link, as it was answered when it was created.'),
});
