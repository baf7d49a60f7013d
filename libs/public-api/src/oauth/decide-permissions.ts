import { anyConsentPlace } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { tooLarge, unsupportedType } from '../shared/errors.js';
import { htmlPage, journeyForm, redirectToApplication } from './pages.js';

export const decidePermissions = endpoint({
  method: 'post',
  path: '/oauth/permissions',
  operation: 'decidePermissions',
  summary: 'Form: prove whose calendars these are, then allow or deny the requested permissions',
  tag: 'oauth',
  credential: 'browser',
  description: `allow counts only once each profile with one of the calendars is proved in this browser: ${anyConsentPlace} reports its user, or the CalDAV server accepts the password. deny returns access_denied.`,
  example: { permission: 'the-sealed-state', decision: 'prove', password: 'a-password' },
  moreExamples: {
    'one of several calendars': {
      permission: 'the-sealed-state',
      decision: 'allow',
      choosing: '1',
      calendar_ids: ['cal_2MPyGxgyny6w_FK37MLy2ihIu'],
    },
  },
  body: z.object({
    permission: z.string().describe('What was proved so far, sealed for this browser; valid for 30 minutes.'),
    decision: z.enum(['prove', 'allow', 'deny']).describe('The button that was pressed.'),
    choosing: z
      .string()
      .optional()
      .describe('1: calendar_ids are the ticked ones, also if there is none. Absent: all.'),
    calendar_ids: z.array(z.string()).max(50).optional().describe('The calendars of the request that the user allows.'),
    password: z.string().optional().describe('With prove: the password at the provider; not for Google.'),
  }),
  bodyTypes: journeyForm,
  responses: {
    200: htmlPage('The next page'),
    302: redirectToApplication,
    303: { description: `To ${anyConsentPlace}`, headers: { Location: '/oauth/providers/{provider}/start' } },
    400: htmlPage('The form has expired, was used, or is from another browser'),
    413: tooLarge,
    415: unsupportedType,
    422: htmlPage('The server did not accept the password; the page explains it'),
    429: htmlPage('Too many wrong passwords from this address, or for this profile; see Retry-After'),
    503: htmlPage('calendar-sync is currently unavailable'),
    504: htmlPage('No response within 15 seconds'),
  },
});
