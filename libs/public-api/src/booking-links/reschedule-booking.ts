import { endpoint } from '../shared/endpoint.js';
import { journeyForm } from '../oauth/pages.js';
import { changeFormAnswers, move } from './booking-change-shape.js';
import { bookingPageParams, pageView } from './booking-page-shape.js';

export const rescheduleBooking = endpoint({
  method: 'post',
  path: '/rts/{token}/reschedule',
  operation: 'rescheduleBooking',
  summary: 'Form of the page of a booking link: another time for what is booked',
  tag: 'oauth',
  credential: 'browser',
  description:
    'The events keep their ids, and move in every calendar. Without the nonce of a page of the booking as it is now, nothing changes. If a calendar refuses, the earlier time stays booked, and the page reports that.',
  params: bookingPageParams,
  query: pageView,
  example: {
    nonce: 'the-nonce-of-the-page',
    action: 'book',
    start: '2026-11-20T11:00:00Z',
    tzid: 'Asia/Kathmandu',
  },
  body: move,
  bodyTypes: journeyForm,
  responses: changeFormAnswers,
});
