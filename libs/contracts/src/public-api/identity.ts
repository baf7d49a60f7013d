import { z } from 'zod';
import { endpoint } from './endpoint.js';
import {
  bodyErrors,
  forbidden,
  keyed,
  notFound,
  oauthError,
  problem,
  timedOut,
  unauthorized,
  unavailable,
} from './errors.js';
import { filled } from './fields.js';

const denied = { 401: unauthorized, 403: forbidden };

export const calendarShape = z
  .object({
    provider_name: z.string(),
    profile_id: z.string(),
    profile_name: z.string(),
    calendar_id: z.string(),
    calendar_name: z.string(),
    calendar_readonly: z.boolean(),
    calendar_deleted: z.boolean(),
    calendar_primary: z.boolean(),
    calendar_integrated_conferencing_available: z.boolean(),
    calendar_attachments_available: z.boolean(),
    permission_level: z.string(),
  })
  .meta({ id: 'Calendar' });

export const listCalendars = endpoint({
  method: 'get',
  path: '/v1/calendars',
  operation: 'listCalendars',
  summary: "List a user's calendars, of every connected profile",
  tag: 'calendars',
  credential: 'access-token',
  responses: {
    200: { description: 'The calendars', schema: z.object({ calendars: z.array(calendarShape) }) },
    ...denied,
  },
});

const profileShape = z
  .object({
    provider_name: z.string(),
    provider_service: z.string(),
    profile_id: z.string(),
    profile_name: z.string(),
    profile_connected: z.boolean(),
    profile_relink_url: z.string().optional(),
  })
  .meta({ id: 'Profile' });

export const listProfiles = endpoint({
  method: 'get',
  path: '/v1/profiles',
  operation: 'listProfiles',
  summary: "List a user's connected profiles",
  tag: 'identity',
  credential: 'access-token',
  responses: { 200: { description: 'The profiles', schema: z.object({ profiles: z.array(profileShape) }) }, ...denied },
});

export const readAccount = endpoint({
  method: 'get',
  path: '/v1/account',
  operation: 'readAccount',
  summary: 'The account that the token is for',
  tag: 'identity',
  credential: 'access-token',
  responses: {
    200: {
      description: 'The account',
      schema: z.object({
        account: z.object({
          account_id: z.string(),
          email: z.string().nullable(),
          name: z.string().nullable(),
          default_tzid: z.string(),
          scope: z.string(),
          type: z.string(),
        }),
      }),
    },
    ...denied,
  },
});

const userinfoCalendar = calendarShape.omit({ provider_name: true, profile_id: true, profile_name: true });

export const userinfoShape = z
  .object({
    sub: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    zoneinfo: z.string(),
    'cronofy.type': z.enum(['account', 'application_calendar']),
    application_calendar_id: z.string().optional(),
    'cronofy.data': z.object({
      authorization: z.object({ scope: z.string(), status: z.literal('active') }),
      profiles: z.array(
        profileShape.extend({
          profile_initial_sync_required: z.boolean(),
          profile_calendars: z.array(userinfoCalendar),
        }),
      ),
      conferencing_profiles: z.array(z.object({})),
      application_calendar: z.object({ application_calendar_id: z.string() }).optional(),
    }),
  })
  .meta({ id: 'Userinfo' });

export const readUserinfo = endpoint({
  method: 'get',
  path: '/v1/userinfo',
  operation: 'readUserinfo',
  summary: 'The account in the shape of OpenID Connect, with its profiles and calendars',
  tag: 'identity',
  credential: 'access-token',
  responses: {
    200: {
      description: 'The user',
      schema: userinfoShape,
    },
    ...denied,
  },
});

export const createCalendarBody = z
  .object({
    profile_id: filled('profile_id', 256),
    name: filled('name', 256),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, keyed('invalid', 'color is written as #49BED8'))
      .nullish(),
  })
  .meta({ id: 'CalendarWrite' });

export const createCalendar = endpoint({
  method: 'post',
  path: '/v1/calendars',
  operation: 'createCalendar',
  summary: 'Make a calendar in one of the profiles; seen by the next read',
  tag: 'calendars',
  credential: 'access-token',
  anyScope: ['create_calendar'],
  body: createCalendarBody,
  responses: {
    200: { description: 'The calendar', schema: z.object({ calendar: calendarShape }) },
    423: { description: 'The profile is not connected, or its provider lets nobody make calendars.', schema: problem },
    503: unavailable,
    504: timedOut,
    ...bodyErrors,
    ...denied,
  },
});

export const createLinkToken = endpoint({
  method: 'post',
  path: '/v1/link_tokens',
  operation: 'createLinkToken',
  summary: 'A token that makes the next authorization add a profile to this account; it lives 5 minutes',
  tag: 'identity',
  credential: 'access-token',
  responses: { 200: { description: 'The token', schema: z.object({ link_token: z.string() }) }, ...denied },
});

export const revokeProfile = endpoint({
  method: 'post',
  path: '/v1/profiles/{profile_id}/revoke',
  operation: 'revokeProfile',
  summary: 'Disconnect a profile: its credentials are forgotten, its events stay as they were last seen',
  tag: 'identity',
  credential: 'access-token',
  params: z.object({ profile_id: z.string() }),
  responses: { 202: { description: 'Accepted. Empty body.' }, 404: notFound, ...denied },
});

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
  summary: "Tokens for one of the application's own calendars, which is made on first use",
  tag: 'oauth',
  credential: 'client-in-body',
  body: applicationCalendarBody,
  responses: {
    200: {
      description: 'Tokens; earlier access tokens live out their hour',
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
    400: { description: 'client_id and client_secret do not belong together.', schema: oauthError },
    429: {
      description: 'More requests than the application may make, or too many wrong secrets.',
      schema: problem,
      headers: { 'Retry-After': 'Seconds to wait' },
    },
  },
});
