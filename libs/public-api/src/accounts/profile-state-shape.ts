import { z } from 'zod';
import { connectionWarnings, unreadReasons, weekdays } from '@kalends/contracts';
import { profileExample, profileShape } from './profile-shape.js';

export const profileStates = ['ok', 'pending', 'failing', 'set_aside', 'disconnected'] as const;

/** How well a profile or a calendar can be read. */
export type ProfileState = (typeof profileStates)[number];

const reason = z
  .object({
    code: z
      .enum([...unreadReasons, 'unknown'])
      .describe(
        'credentials_refused: its provider no longer accepts the password or the consent. provider_unavailable: it does not answer, or wants Kalends to wait. provider_refused: it answers, but does not return the calendars. not_a_calendar_server: something else answers at the address. address_refused: this installation does not connect to the address. set_aside: the program ended twice while reading it. disconnected_by_user, access_revoked: the user ended the access. internal_error: an error in Kalends, which the operator finds in the log. unknown: it failed before reasons were stored.',
      ),
    description: z.string().describe('The same in a sentence, for people. It has no text of the provider.'),
  })
  .describe('Why it cannot be read; absent if it can.')
  .meta({ examples: [{ code: 'provider_refused', description: 'The provider does not return the calendars.' }] });

const lastSuccess = z
  .string()
  .describe(
    'UTC time of the last complete read; absent before the first, and for built-in calendars, which are always current.',
  );
const nextTry = z
  .string()
  .describe(
    'UTC time of the next read, at the latest: a notification of the provider makes it earlier. One that has just passed: it is being read, or waits for its turn. Absent if it is due at once, or if none is planned: it is disconnected or built in.',
  );

export const calendarStateShape = z
  .object({
    calendar_id: z.string().describe('The calendar.'),
    state: z
      .enum(profileStates)
      .describe('As profile_state; failing also if only this calendar of its profile cannot be read.'),
    reason: reason.optional(),
    last_success: lastSuccess.optional().meta({ examples: ['2026-11-19T08:00:00Z'] }),
    next_try: nextTry.optional().meta({ examples: ['2026-11-19T08:01:00Z'] }),
  })
  .meta({ id: 'CalendarState' });

const warningShape = z
  .object({
    code: z
      .enum(connectionWarnings)
      .describe(
        'consent_ends: the provider ends the consent, as Google does after seven days for clients in Testing. certificate_ends: that of its server expires within 14 days. less_granted: the user permitted less than was requested.',
      ),
    description: z.string().describe('The same in a sentence, for people.'),
    advice: z.string().describe('What to do about it, in a sentence.'),
    ends_at: z
      .string()
      .optional()
      .describe('When the connection ends, in UTC; absent if that is not known.')
      .meta({ examples: ['2026-11-26T08:00:00Z'] }),
  })
  .meta({ id: 'ProfileWarning' });

/** A profile with how well it can be read. */
export const profileStateShape = profileShape
  .extend({
    profile_state: z
      .enum(profileStates)
      .describe(
        'ok: its calendars are read. pending: its first read is not complete. failing: it cannot be read, and is tried again by itself. set_aside: as profile_set_aside. disconnected: the user has to connect it again. Failures that are over within seconds are not shown.',
      ),
    profile_reason: reason.optional(),
    profile_last_success: lastSuccess.optional().meta({ examples: ['2026-11-19T08:00:00Z'] }),
    profile_next_try: nextTry.optional().meta({ examples: ['2026-11-19T08:01:00Z'] }),
    profile_warnings: z
      .array(warningShape)
      .max(connectionWarnings.length)
      .optional()
      .describe(
        'What will end its connection, or limits it; absent if nothing is known to, and while it is disconnected. An extension.',
      )
      .meta({
        examples: [
          [
            {
              code: 'certificate_ends',
              description: 'The certificate of the calendar server expires, and then the server is no longer read.',
              advice: 'Whoever operates the server renews its certificate. Nothing needs to be done here afterwards.',
              ends_at: '2026-11-26T08:00:00Z',
            },
          ],
        ],
      }),
    profile_has_working_hours: z
      .boolean()
      .describe(
        'Whether the working hours of its provider are known, so that managed_availability "provider" can use them; false also while it is disconnected. An extension.',
      ),
    profile_calendar_states: z
      .array(calendarStateShape)
      .describe('The same for each of its calendars: at most 500, as more are not read.'),
  })
  .meta({ id: 'ProfileWithState' });

/** Local times of a week, as an availability rule has them. */
const hoursShape = z.object({
  tzid: z.string().describe('IANA time zone of the local times.'),
  weekly_periods: z
    .array(
      z.object({
        day: z.enum(weekdays).describe('The weekday, local to tzid.'),
        start_time: z.string().describe('Local time at which it begins, as HH:MM.'),
        end_time: z.string().describe('Local time at which it has ended, as HH:MM; 24:00 is the end of the day.'),
      }),
    )
    .max(200)
    .describe('Hours in which the user works, every week; empty: the provider states a week without any.'),
});

/** The same with what only an administrator gets. */
export const administeredProfileShape = profileStateShape
  .extend({
    profile_working_hours: hoursShape
      .optional()
      .describe('When the user works, as the provider states it; absent if that is not known.')
      .meta({
        examples: [
          { tzid: 'Europe/London', weekly_periods: [{ day: 'monday', start_time: '09:00', end_time: '17:30' }] },
        ],
      }),
  })
  .meta({ id: 'AdministeredProfile' });

const times = { last_success: '2026-11-19T08:00:00Z', next_try: '2026-11-19T08:01:00Z' };

export const profileStateExample = {
  ...profileExample,
  provider_name: 'caldav',
  provider_service: 'caldav',
  profile_state: 'ok',
  profile_last_success: times.last_success,
  profile_next_try: times.next_try,
  profile_has_working_hours: false,
  profile_calendar_states: [
    { calendar_id: 'cal_n23kjnwrw2_jsdfjksn234', state: 'ok', ...times },
    {
      calendar_id: 'cal_n23kjnwrw2_kmsdfjk235',
      state: 'failing',
      reason: { code: 'provider_refused', description: 'The provider answers, but does not return the calendars.' },
      last_success: '2026-11-19T06:12:00Z',
      next_try: '2026-11-19T08:30:00Z',
    },
  ],
};
