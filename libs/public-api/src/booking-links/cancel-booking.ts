import { endpoint } from '../shared/endpoint.js';
import { journeyForm } from '../oauth/pages.js';
import { cancellation, changeFormAnswers } from './booking-change-shape.js';
import { bookingPageParams, pageView } from './booking-page-shape.js';

export const cancelBooking = endpoint({
  method: 'post',
  path: '/rts/{token}/cancel',
  operation: 'cancelBooking',
  summary: 'Form of the page of a booking link: cancel what is booked',
  tag: 'oauth',
  credential: 'browser',
  description:
    'The events are deleted in every calendar. Without the nonce of a page of the booking as it is now, nothing changes. If a calendar refuses, what was booked stays, and the page reports that.',
  params: bookingPageParams,
  query: pageView,
  example: { nonce: 'the-nonce-of-the-page', reason: 'I am ill.', tzid: 'Asia/Kathmandu' },
  body: cancellation,
  bodyTypes: journeyForm,
  responses: changeFormAnswers,
});
