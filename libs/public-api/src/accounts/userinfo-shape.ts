import { z } from 'zod';
import { calendarExample, calendarShape } from '../calendars/calendar-shape.js';
import { profileExample, profileShape } from './profile-shape.js';

const userinfoCalendar = calendarShape.omit({ provider_name: true, profile_id: true, profile_name: true });

const ownCalendarId = z
  .string()
  .describe("The application's own id of its calendar; only if the account is an application calendar.")
  .meta({ examples: ['room-7'] });

export const userinfoShape = z
  .object({
    sub: z.string().describe('The id of the account.'),
    email: z
      .string()
      .nullable()
      .describe('An address that a provider or an administrator vouches for; null if there is none.'),
    name: z.string().nullable().describe('Name of the user; null if it is not known.'),
    zoneinfo: z.string().describe('IANA time zone of the account.'),
    'cronofy.type': z
      .enum(['account', 'application_calendar'])
      .describe("Whether it is a person's account or one of the application's own calendars."),
    application_calendar_id: ownCalendarId.optional(),
    'cronofy.data': z
      .object({
        authorization: z
          .object({
            scope: z.string().describe('Scopes of the access token, separated by spaces.'),
            status: z.literal('active').describe('Always active: a revoked token gets no answer.'),
          })
          .describe('What the access token allows.'),
        profiles: z
          .array(
            profileShape.extend({
              profile_initial_sync_required: z
                .boolean()
                .describe('Whether the events of the profile are still being read for the first time.'),
              profile_calendars: z.array(userinfoCalendar).describe('Calendars of the profile, ordered by name.'),
            }),
          )
          .describe('Connected and disconnected profiles of the account.'),
        conferencing_profiles: z
          .array(z.object({}))
          .describe('Connections to conferencing services; empty in this release.'),
        application_calendar: z
          .object({ application_calendar_id: ownCalendarId })
          .optional()
          .describe("The application's own calendar; only if the account is one."),
      })
      .describe('What the account has connected.'),
  })
  .meta({ id: 'Userinfo' });

const { provider_name: _provider, profile_id: _profile, profile_name: _name, ...calendarOfProfile } = calendarExample;

export const userinfoExample = {
  sub: 'acc_5ba21743f408617d1269ea1e',
  email: 'ada@example.com',
  name: 'Ada Example',
  zoneinfo: 'Europe/London',
  'cronofy.type': 'account',
  'cronofy.data': {
    authorization: { scope: 'read_events create_event delete_event', status: 'active' },
    profiles: [{ ...profileExample, profile_initial_sync_required: false, profile_calendars: [calendarOfProfile] }],
    conferencing_profiles: [],
  },
};
