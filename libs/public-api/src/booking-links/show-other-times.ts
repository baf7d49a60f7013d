import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from '../oauth/pages.js';
import { changePageAnswers } from './booking-change-shape.js';
import { bookingPageParams, pageView } from './booking-page-shape.js';

export const showOtherTimes = endpoint({
  method: 'get',
  path: '/rts/{token}/reschedule',
  operation: 'showOtherTimes',
  summary: 'The page of a booking link on which its visitor chooses another time for what is booked',
  tag: 'oauth',
  credential: 'browser',
  description:
    'Changes nothing. It shows the times that are free now; what is booked makes nobody busy. Only of a link with allow: ["reschedule"], until the booked time begins.',
  params: bookingPageParams,
  query: pageView,
  responses: {
    ...changePageAnswers,
    409: htmlPage('The time to confirm is no longer free: the page with those that are'),
  },
});
