import { z } from 'zod';
import { malformed, tooLarge, unsupportedType } from '../shared/errors.js';
import { htmlPage } from '../oauth/pages.js';

/** Most characters of a reason, as the page takes it. */
export const maxReason = 500;

const changeNonce = z
  .string()
  .describe(
    'Proves that the form is of a page of this booking as it is now; valid for 12 hours, and until it changes.',
  );

const visitorZone = z.string().optional().describe("The visitor's time zone.");

export const cancellation = z.object({
  nonce: changeNonce,
  reason: z
    .string()
    .max(maxReason)
    .optional()
    .describe('Why, in the words of the visitor. At most 500 characters; what is longer is cut.'),
  tzid: visitorZone,
});

export const move = z.object({
  nonce: changeNonce,
  action: z
    .enum(['choose', 'book'])
    .describe('choose: a time, which is booked at once if the link needs no confirmation; book: a confirmed one.'),
  start: z.string().describe('The new time, one of those that are offered.'),
  tzid: visitorZone,
});

/** Answers of a page on which a booking is changed. */
export const changePageAnswers = {
  200: htmlPage('The page'),
  303: {
    description: 'To the page of the link, which shows the state: there is nothing to change, or no longer',
    headers: { Location: '../hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b?tzid=Asia%2FKathmandu' },
  },
  404: htmlPage('There is no such link'),
  429: htmlPage('Too many pages were opened from this address, or too many times are being searched; see Retry-After'),
  503: htmlPage('The calendars cannot be reached now, and nothing was changed; see Retry-After'),
  504: htmlPage('No response within 15 seconds'),
};

/** Answers of its form. */
export const changeFormAnswers = {
  ...changePageAnswers,
  303: {
    description: 'To the page of the link, which shows the state',
    headers: { Location: '../hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b?tzid=Asia%2FKathmandu' },
  },
  400: malformed,
  409: htmlPage('The time was taken meanwhile, or the page is out of date: nothing was changed'),
  413: tooLarge,
  415: unsupportedType,
};
