import { endpoint } from '../shared/endpoint.js';
import { readErrors } from '../shared/errors.js';
import { linkCall } from './booking-link-shape.js';
import { findBookingLinkQuery } from './find-booking-link.js';
import { foundSequence } from './found-sequence.js';

export const findSequenceLinkQuery = findBookingLinkQuery;

export const findSequenceLink = endpoint({
  tag: linkCall.tag,
  credential: 'api-key',
  method: 'get',
  path: '/v1/real_time_sequencing',
  operation: 'findSequenceLink',
  summary: 'Read the booking link for a sequence by its token, which redirect_urls.completed_url receives',
  description: 'The same as by its id.',
  query: findSequenceLinkQuery,
  responses: { ...foundSequence, ...readErrors },
});
