import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, notFound } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { bookingLinkAnswer, bookingLinkExample, bookingLinkParams, linkCall } from './booking-link-shape.js';

export const disableBookingLinkBody = z
  .object({
    display_message: filled('display_message', 500).describe(
      'What the page shows from now on, as plain text with its line breaks. At most 500 characters.',
    ),
  })
  .meta({ id: 'BookingLinkEnd' });

export const disableBookingLink = endpoint({
  ...linkCall,
  method: 'post',
  path: '/v1/real_time_scheduling/{real_time_scheduling_id}/disable',
  operation: 'disableBookingLink',
  summary: 'Disable a booking link on which no time is booked yet',
  description:
    'Its page shows the message and books nothing. A link that is completed, or that is just being booked, is 422 errors.completed.',
  params: bookingLinkParams,
  example: { display_message: 'The position is filled.\nThank you for your interest.' },
  body: disableBookingLinkBody,
  responses: {
    200: {
      description: 'Disabled, now or before',
      schema: bookingLinkAnswer,
      example: {
        real_time_scheduling: {
          ...bookingLinkExample,
          status: 'disabled',
          display_message: 'The position is filled.\nThank you for your interest.',
        },
      },
    },
    404: notFound,
    ...bodyErrors,
    ...denied,
  },
});
