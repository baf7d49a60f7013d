import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, notFound } from '../shared/errors.js';
import { linkCall } from './booking-link-shape.js';
import { disableBookingLink, disableBookingLinkBody } from './disable-booking-link.js';
import { sequenceLinkAnswer, sequenceLinkExample, sequenceLinkParams } from './sequence-link-shape.js';

const { display_message } = disableBookingLink.example;

export const disableSequenceLink = endpoint({
  ...linkCall,
  method: 'post',
  path: '/v1/real_time_sequencing/{real_time_sequencing_id}/disable',
  operation: 'disableSequenceLink',
  summary: 'Disable a booking link for a sequence on which nothing is booked yet',
  description: disableBookingLink.description,
  params: sequenceLinkParams,
  example: { display_message },
  body: disableBookingLinkBody,
  responses: {
    200: {
      description: 'Disabled, now or before',
      schema: sequenceLinkAnswer,
      example: { real_time_sequencing: { ...sequenceLinkExample, status: 'disabled', display_message } },
    },
    404: notFound,
    ...bodyErrors,
    ...denied,
  },
});
