import { z } from 'zod';

export const bookingPageParams = z.object({
  token: z.string().describe('The last part of the address that was answered when the link was created.'),
});

export const pageView = z.object({
  tzid: z.string().optional().describe("The visitor's time zone. Default: a guess, else the zone of the link."),
  day: z.string().optional().describe('The local day whose times are shown. Default: the first with a free time.'),
  hour: z.string().optional().describe('Of a day with more than 100 times, the hour that is shown.'),
  hours: z
    .string()
    .optional()
    .describe('h: twelve hours, H: twenty-four. Default: as the link or the language has it.'),
  locale: z.string().optional().describe('Language of the page as a BCP 47 tag. Default: that of the browser.'),
  start: z.string().optional().describe('A picked time, which the page shows to be confirmed.'),
  zone: z.string().optional().describe('choose: the choice of a time zone.'),
  waited: z.string().optional().describe('After a booking: how often the page has been loaded since.'),
});

export const decision = z.object({
  nonce: z.string().describe('Proves that the form is of a page of this link; valid for 12 hours.'),
  action: z
    .enum(['choose', 'book', 'none_suitable', 'none_displayed'])
    .describe(
      'choose: a time, which is booked at once if the link needs no confirmation; book: a confirmed one; none_suitable, none_displayed: reported to the application, once.',
    ),
  start: z.string().optional().describe('The picked time, one of those that are offered.'),
  parts: z.string().optional().describe('Of a sequence, which times the page has shown: no others are booked.'),
  tzid: z.string().optional().describe("The visitor's time zone."),
});
