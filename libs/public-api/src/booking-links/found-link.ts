import { notFound } from '../shared/errors.js';
import { bookingLinkAnswer, bookingLinkExample } from './booking-link-shape.js';

const completed = {
  ...bookingLinkExample,
  status: 'completed' as const,
  event: {
    ...bookingLinkExample.event,
    start: { time: '2026-11-20T10:00:00Z', tzid: 'Europe/London' },
    end: { time: '2026-11-20T10:30:00Z', tzid: 'Europe/London' },
  },
};

/** What a read of a link answers. */
export const foundLink = {
  200: {
    description: 'The link',
    schema: bookingLinkAnswer,
    example: { real_time_scheduling: completed },
    moreExamples: {
      'cancelled by the visitor': {
        real_time_scheduling: {
          ...bookingLinkExample,
          status: 'disabled',
          cancelled: {
            at: '2026-11-19T16:20:00Z',
            reason: 'I am ill.',
            start: completed.event.start,
            end: completed.event.end,
          },
        },
      },
      disabled: {
        real_time_scheduling: { ...bookingLinkExample, status: 'disabled', display_message: 'The visit is off.' },
      },
    },
  },
  404: notFound,
};
