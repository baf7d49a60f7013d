import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { journeyForm, journeyResponses } from './pages.js';

export const connectCalendar = endpoint({
  method: 'post',
  path: '/oauth/authorize/connect',
  operation: 'connectCalendar',
  summary: 'Journey form: connect the built-in calendar, a CalDAV or Apple account, or continue to Google',
  tag: 'oauth',
  credential: 'browser',
  body: z.object({
    journey: z.string(),
    provider_name: z.string(),
    url: z.string().optional(),
    username: z.string().optional(),
    password: z.string().optional(),
    tzid: z.string().optional(),
  }),
  bodyTypes: journeyForm,
  responses: journeyResponses,
});
