import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from '../oauth/pages.js';
import { bookingPageParams } from './booking-page-shape.js';

const example = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kalends//Kalends//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
  ...['BEGIN:VEVENT', 'UID:sch_5ba21743f408617d1269ea1e', 'DTSTAMP:20261119T090000Z'],
  ...['DTSTART:20261120T100000Z', 'DTEND:20261120T103000Z', 'SUMMARY:Site visit', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

export const readBookingFile = endpoint({
  method: 'get',
  path: '/rts/{token}/event.ics',
  operation: 'readBookingFile',
  summary: "The booked event as a file for the visitor's own calendar",
  tag: 'oauth',
  credential: 'browser',
  description: 'Has what the page shows: title, text, place and times in UTC; nobody who takes part.',
  params: bookingPageParams,
  responses: {
    200: {
      description: 'The file (RFC 5545, METHOD:PUBLISH)',
      contentType: 'text/calendar',
      schema: z.string(),
      example,
    },
    404: htmlPage('There is no such link, or no time is booked on it'),
  },
});
