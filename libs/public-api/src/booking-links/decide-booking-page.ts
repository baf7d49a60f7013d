import { endpoint } from '../shared/endpoint.js';
import { malformed, tooLarge, unsupportedType } from '../shared/errors.js';
import { htmlPage, journeyForm } from '../oauth/pages.js';
import { bookingPageParams, decision, pageView } from './booking-page-shape.js';

export const decideBookingPage = endpoint({
  method: 'post',
  path: '/rts/{token}',
  operation: 'decideBookingPage',
  summary: 'Form of the page of a booking link: choose a time, book it, or report that none fits',
  tag: 'oauth',
  credential: 'browser',
  description:
    'A time is checked again when it is booked, and booked once. Without the nonce of a page of this link that is at most 12 hours old, nothing changes.',
  params: bookingPageParams,
  query: pageView,
  example: {
    nonce: 'the-nonce-of-the-page',
    action: 'book',
    start: '2026-11-20T10:00:00Z',
    tzid: 'Asia/Kathmandu',
  },
  moreExamples: {
    'a sequence': {
      nonce: 'the-nonce-of-the-page',
      action: 'book',
      start: '2026-11-20T10:00:00Z',
      parts: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
      tzid: 'Asia/Kathmandu',
    },
  },
  body: decision,
  bodyTypes: journeyForm,
  responses: {
    303: { description: 'To the page', headers: { Location: '?tzid=Asia%2FKathmandu&waited=0' } },
    400: malformed,
    404: htmlPage('There is no such link'),
    409: htmlPage(
      'The time was taken meanwhile, a time had been booked already, or the form is too old: the page as it is now',
    ),
    413: tooLarge,
    415: unsupportedType,
    429: htmlPage('Too many forms were sent from this address, or too many times are being searched; see Retry-After'),
    503: htmlPage('Nothing was booked, because the times cannot be read now; see Retry-After'),
    504: htmlPage('No response within 15 seconds'),
  },
});
