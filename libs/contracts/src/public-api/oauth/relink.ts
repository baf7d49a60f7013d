import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, unsupportedType } from '../shared/errors.js';
import { htmlPage, journeyForm } from './pages.js';

export const relink = endpoint({
  method: 'post',
  path: '/oauth/relink',
  operation: 'relink',
  summary: 'Form: another password for the same user at the same CalDAV server, or on to Google',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({ relink: z.string(), password: z.string().optional() }),
  bodyTypes: journeyForm,
  responses: {
    200: htmlPage('The profile is connected'),
    303: { description: 'To Google', headers: { Location: '/oauth/providers/google/start' } },
    400: htmlPage('The form is over, or of another browser'),
    413: tooLarge,
    415: unsupportedType,
    422: htmlPage('The server did not take the password; the page says so'),
    429: htmlPage('Too many wrong passwords came from this address, or for this profile; Retry-After tells when'),
    503: htmlPage('calendar-sync cannot be reached now'),
    504: htmlPage('No answer within 15 seconds'),
  },
});
