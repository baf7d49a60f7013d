import { endpoint } from '../shared/endpoint.js';
import { changePageAnswers } from './booking-change-shape.js';
import { bookingPageParams, pageView } from './booking-page-shape.js';

export const confirmCancelling = endpoint({
  method: 'get',
  path: '/rts/{token}/cancel',
  operation: 'confirmCancelling',
  summary: 'The page of a booking link on which its visitor cancels what is booked: it shows what, and takes a reason',
  tag: 'oauth',
  credential: 'browser',
  description: 'Changes nothing. Only of a link with allow: ["cancel"], until the booked time begins.',
  params: bookingPageParams,
  query: pageView,
  responses: changePageAnswers,
});
