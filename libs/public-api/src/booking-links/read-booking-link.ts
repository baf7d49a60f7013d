import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { bookingLinkParams, linkCall } from './booking-link-shape.js';
import { foundLink } from './found-link.js';

export const readBookingLink = endpoint({
  tag: linkCall.tag,
  credential: 'api-key',
  method: 'get',
  path: '/v1/real_time_scheduling/{real_time_scheduling_id}',
  operation: 'readBookingLink',
  summary: 'Read a booking link: whether a time is booked, and which',
  description:
    'completed when every calendar has the event, which then has its times; until then it is open, also while a provider is being written to.',
  params: bookingLinkParams,
  responses: { ...foundLink, ...denied },
});
