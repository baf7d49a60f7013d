import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, notFound } from '../shared/errors.js';
import { bookingLinkAnswer, bookingLinkExample, bookingLinkParams, linkCall } from './booking-link-shape.js';

const completed = {
  ...bookingLinkExample,
  status: 'completed' as const,
  event: {
    ...bookingLinkExample.event,
    start: { time: '2026-11-20T10:00:00Z', tzid: 'Europe/London' },
    end: { time: '2026-11-20T10:30:00Z', tzid: 'Europe/London' },
  },
};

const found = {
  200: {
    description: 'The link',
    schema: bookingLinkAnswer,
    example: { real_time_scheduling: completed },
    moreExamples: {
      disabled: {
        real_time_scheduling: { ...bookingLinkExample, status: 'disabled', display_message: 'The visit is off.' },
      },
    },
  },
  404: notFound,
};

export const readBookingLink = endpoint({
  tag: linkCall.tag,
  credential: 'api-key',
  method: 'get',
  path: '/v1/real_time_scheduling/{real_time_scheduling_id}',
  operation: 'readBookingLink',
  summary: 'Read a booking link: whether a time is booked, and which',
  params: bookingLinkParams,
  responses: found,
});

export const findBookingLinkQuery = z.object({
  token: z
    .string({ error: keyed('required', 'token must be specified') })
    .min(1, keyed('required', 'token must be specified'))
    .max(256, keyed('too_long', 'token may have at most 256 characters'))
    .describe('The last part of the address of its page. From 1 to 256 characters.'),
});

export const findBookingLink = endpoint({
  tag: linkCall.tag,
  credential: 'api-key',
  method: 'get',
  path: '/v1/real_time_scheduling',
  operation: 'findBookingLink',
  summary: 'Read the booking link of a token, which redirect_urls.completed_url receives',
  query: findBookingLinkQuery,
  responses: { ...found, 422: bodyErrors[422] },
});
