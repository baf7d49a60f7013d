import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { forbidden, unauthorized } from './errors.js';

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
    'cronofy.type': z.literal('account'),
    'cronofy.data': z.object({
      authorization: z.object({ scope: z.string(), status: z.literal('active') }),
      profiles: z.array(
        profileShape.extend({
          profile_initial_sync_required: z.boolean(),
          profile_calendars: z.array(userinfoCalendar),
        }),
      ),
      conferencing_profiles: z.array(z.object({})),
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
