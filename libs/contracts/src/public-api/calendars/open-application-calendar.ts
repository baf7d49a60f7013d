import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, oauthError, problem } from '../shared/errors.js';
import { filled } from '../shared/fields.js';

export const applicationCalendarBody = z
  .object({
    client_id: z.string().max(128),
    client_secret: z.string().max(256),
    application_calendar_id: filled('application_calendar_id', 256),
  })
  .meta({ id: 'ApplicationCalendarWrite' });

export const openApplicationCalendar = endpoint({
  method: 'post',
  path: '/v1/application_calendars',
  operation: 'openApplicationCalendar',
  summary: "Tokens for one of the application's own calendars, which is created on first use",
  tag: 'oauth',
  credential: 'client-in-body',
  body: applicationCalendarBody,
  responses: {
    200: {
      description: 'Tokens; earlier access tokens stay valid until they expire',
      schema: z.object({
        token_type: z.literal('bearer'),
        access_token: z.string(),
        expires_in: z.number(),
        refresh_token: z.string(),
        scope: z.string(),
        sub: z.string(),
        application_calendar_id: z.string(),
        linking_profile: z.object({
          provider_name: z.string(),
          profile_id: z.string(),
          profile_name: z.string().nullable(),
        }),
      }),
    },
    ...bodyErrors,
    400: { description: 'client_id and client_secret do not match.', schema: oauthError },
    429: {
      description: 'The application exceeded its request rate, or too many wrong secrets.',
      schema: problem,
      headers: { 'Retry-After': 'Seconds to wait' },
    },
  },
});
