import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { journeyForm, journeyResponses } from './pages.js';

export const consent = endpoint({
  method: 'post',
  path: '/oauth/authorize/consent',
  operation: 'consent',
  summary: 'Journey form: allow or deny the named scopes',
  tag: 'oauth',
  credential: 'browser',
  description:
    'Allow publishes the connection, starts its first sync and returns a code to the application. Deny erases what the journey connected and returns access_denied.',
  example: { journey: 'the-sealed-state', decision: 'allow' },
  moreExamples: {
    'with an event': { journey: 'the-sealed-state', calendar: 'cal_2MPyGxgyny6w_FK37MLy2ihIu', decision: 'allow' },
  },
  body: z.object({
    journey: z.string().describe('The state of the journey, sealed for this browser, as the page before passed it on.'),
    calendar: z
      .string()
      .optional()
      .describe('Which of the offered calendars gets the event of POST /v1/add_to_calendar.'),
    decision: z.enum(['allow', 'deny']).describe('What the user chose.'),
  }),
  bodyTypes: journeyForm,
  responses: journeyResponses,
});
