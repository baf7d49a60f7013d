import { anyConsentPlace, everyConsentPlace } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, unsupportedType } from '../shared/errors.js';
import { htmlPage, journeyForm } from './pages.js';

export const relink = endpoint({
  method: 'post',
  path: '/oauth/relink',
  operation: 'relink',
  summary: `Form: another password for the same user at the same CalDAV server, or on to ${anyConsentPlace}`,
  tag: 'oauth',
  credential: 'browser',
  description: `Only the same person can connect the profile again: ${anyConsentPlace} has to report the same user, a CalDAV server has to accept the password for the same user at the same address.`,
  example: { relink: 'the-sealed-state', password: 'a-password' },
  body: z.object({
    relink: z.string().describe('The state of the form, sealed for this browser; valid for 30 minutes.'),
    password: z.string().optional().describe(`Password at the provider; not for ${everyConsentPlace}.`),
  }),
  bodyTypes: journeyForm,
  responses: {
    200: htmlPage('The profile is connected'),
    303: { description: `To ${anyConsentPlace}`, headers: { Location: '/oauth/providers/{provider}/start' } },
    400: htmlPage('The form has expired, or is from another browser'),
    413: tooLarge,
    415: unsupportedType,
    422: htmlPage('The server did not accept the password; the page explains it'),
    429: htmlPage('Too many wrong passwords from this address, or for this profile; see Retry-After'),
    503: htmlPage('calendar-sync is currently unavailable'),
    504: htmlPage('No response within 15 seconds'),
  },
});
