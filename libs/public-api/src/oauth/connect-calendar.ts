import { anyConsentPlace, namesAtProviders } from '@kalends/contracts';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { journeyForm, journeyResponses } from './pages.js';

export const connectCalendar = endpoint({
  method: 'post',
  path: '/oauth/authorize/connect',
  operation: 'connectCalendar',
  summary: `Journey form: connect the built-in calendar, a CalDAV or Apple account, or continue to ${anyConsentPlace}`,
  tag: 'oauth',
  credential: 'browser',
  description:
    'Tries the credentials at the provider and stages the connection; only Allow publishes it. Wrong passwords are limited by address and by user.',
  example: {
    journey: 'the-sealed-state',
    provider_name: 'caldav',
    url: 'https://caldav.example.com/',
    username: 'ada@example.com',
    password: 'a-password',
    tzid: 'Europe/London',
  },
  body: z.object({
    journey: z.string().describe('The state of the journey, sealed for this browser, as the page before passed it on.'),
    provider_name: z
      .string()
      .describe(
        `What to connect: kalends, ${namesAtProviders}; a known CalDAV service such as fastmail or nextcloud; or connected for the calendars of this browser.`,
      ),
    url: z.string().optional().describe('Address of the CalDAV server; for apple only if it is not iCloud.'),
    username: z.string().optional().describe('Name at the provider. Absent: the page with the form for it.'),
    password: z.string().optional().describe('Password at the provider; for apple one made for an application.'),
    tzid: z.string().optional().describe('IANA time zone of the browser, for a new account. Default: Etc/UTC.'),
  }),
  bodyTypes: journeyForm,
  responses: journeyResponses,
});
