import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from '../oauth/pages.js';
import { bookingPageParams, pageView } from './booking-page-shape.js';

export const showBookingPage = endpoint({
  method: 'get',
  path: '/rts/{token}',
  operation: 'showBookingPage',
  summary: 'The page of a booking link: the free days and times, in the zone and language of its visitor',
  tag: 'oauth',
  credential: 'browser',
  description:
    'Changes nothing. It sets no cookie, stores nothing and loads nothing from elsewhere. Once a time is booked it shows that, and a disabled link its message. Parameters that cannot be read are ignored.',
  params: bookingPageParams,
  query: pageView,
  responses: {
    200: htmlPage('The page'),
    303: {
      description: 'After a booking, to redirect_urls.completed_url with the token',
      headers: { Location: 'https://app.example/thanks?token=hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b' },
    },
    404: htmlPage('There is no such link'),
    409: htmlPage('The time to confirm is no longer free: the page with those that are'),
    429: htmlPage(
      'Too many pages were opened from this address, or too many times are being searched; see Retry-After',
    ),
    503: htmlPage('The times cannot be read now; see Retry-After'),
    504: htmlPage('No response within 15 seconds'),
  },
});
