import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, oauthError, problem } from '../shared/errors.js';
import { filled } from '../shared/fields.js';

export const applicationCalendarBody = z
  .object({
    client_id: z.string().max(128).describe('The application, by its client_id.'),
    client_secret: z.string().max(256).describe('One of the secrets of the application.'),
    application_calendar_id: filled('application_calendar_id', 256).describe(
      "The application's own id of the calendar. At most 256 characters.",
    ),
  })
  .meta({ id: 'ApplicationCalendarWrite' });

export const openApplicationCalendar = endpoint({
  method: 'post',
  path: '/v1/application_calendars',
  operation: 'openApplicationCalendar',
  summary: "Tokens for one of the application's own calendars, which is created on first use",
  tag: 'oauth',
  credential: 'client-in-body',
  description:
    'An application calendar is an account without a user, such as a room. Its tokens take the same calls as those of a user.',
  example: {
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    client_secret: 'the-secret-of-the-application',
    application_calendar_id: 'room-1',
  },
  body: applicationCalendarBody,
  responses: {
    200: {
      description: 'Tokens; earlier access tokens stay valid until they expire',
      schema: z.object({
        token_type: z.literal('bearer').describe('Always bearer (RFC 6750).'),
        access_token: z
          .string()
          .describe('For the Authorization header of calls for this calendar; another one at each call.'),
        expires_in: z.number().describe('Seconds for which the access token is valid: 3600.'),
        refresh_token: z
          .string()
          .describe('For further access tokens, at POST /oauth/token; the same one at each call.'),
        scope: z.string().describe('Granted scopes, separated by spaces: all of them.'),
        sub: z.string().describe('The id of the account.'),
        application_calendar_id: z.string().describe("The application's own id of the calendar."),
        linking_profile: z
          .object({
            provider_name: z.string().describe('Always kalends, the built-in provider.'),
            profile_id: z.string().describe('The id that other calls take.'),
            profile_name: z.string().nullable().describe('Always null.'),
          })
          .describe('The profile with the calendar.'),
      }),
      example: {
        token_type: 'bearer',
        access_token: 'an-access-token',
        expires_in: 3600,
        refresh_token: 'a-refresh-token',
        scope: 'create_calendar read_events create_event delete_event read_free_busy',
        sub: 'apc_5ba21743f408617d1269ea1e',
        application_calendar_id: 'room-1',
        linking_profile: { provider_name: 'kalends', profile_id: 'pro_2MPyGxgyny6w', profile_name: null },
      },
    },
    ...bodyErrors,
    400: {
      description: 'client_id and client_secret do not match.',
      schema: oauthError,
      example: { error: 'invalid_client', error_description: "client_secret is not one of this client's secrets." },
    },
    429: {
      description: 'The application exceeded its request rate, or too many wrong secrets.',
      schema: problem,
      example: { error: 'too_many_requests', description: 'Too many requests; wait for the time in Retry-After.' },
      headers: { 'Retry-After': 'Seconds to wait' },
    },
  },
});
