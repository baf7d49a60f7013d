import { z } from 'zod';
import { calendarExample, calendarShape } from '../calendars/calendar-shape.js';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';
import { accountSummaryExample, accountSummaryShape } from './account-summary-shape.js';
import { administeredProfileShape, profileStateExample } from './profile-state-shape.js';

const grantShape = z
  .object({
    grant_id: z.string().describe('The id of the grant.'),
    scope: z.string().describe('What the user allows, as scopes separated by spaces.'),
    created_at: z.string().describe('The instant at which the user allowed it, in UTC.'),
    client_type: z.enum(['confidential', 'public']).describe('How the application proves itself when it refreshes.'),
    profile_id: z.string().nullable().describe('The profile that was connected with it; null if none was.'),
  })
  .meta({ id: 'Grant' });

const unfinishedWrite = z
  .object({
    calendar_id: z.string().describe('The calendar of the event.'),
    event_uid: z.string().describe('The event.'),
    state: z
      .enum(['pending', 'refused'])
      .describe('pending: it is tried until its provider has it. refused: its provider does not want it.'),
    operation: z.enum(['upsert', 'delete']).describe('What was to be written.'),
    since: z.string().describe('When it was accepted or refused, in UTC.'),
    reason: z.string().nullable().describe('Why, in the words of the provider or of Kalends; null if none was given.'),
    advice: z.string().nullable().describe('What to do about it, in a sentence; null if there is nothing to do.'),
  })
  .meta({ id: 'UnfinishedWrite' });

const deletedCalendar = z
  .object({
    calendar_id: z.string().describe('The calendar; the same again if it is restored.'),
    calendar_name: z.string().describe('Its last name.'),
    profile_id: z.string().describe('Its profile.'),
    deleted_at: z.string().describe('Since when its provider does not list it, in UTC.'),
    description: z.string().describe('What happened to it, in a sentence.'),
    advice: z.string().describe('What to do about it, in a sentence.'),
  })
  .meta({ id: 'DeletedCalendar' });

const accountShape = accountSummaryShape
  .extend({
    default_tzid: z.string().describe('IANA time zone of the account.'),
    grants: z.array(grantShape).describe('The newest first; an account has at most 100.'),
    profile_states: z.array(administeredProfileShape).describe('Its profiles, with how well each can be read.'),
    calendars: z.array(calendarShape).describe('Calendars of its profiles.'),
    deleted_calendars: z
      .array(deletedCalendar)
      .describe('The newest 20 calendars of its profiles that were deleted at their provider.'),
    pending_writes: z.number().int().describe('Writes that were accepted and that no record of the event shows yet.'),
    refused_writes: z.number().int().describe('Events whose last write their provider refused.'),
    waiting_writes: z
      .number()
      .int()
      .nullable()
      .describe('Writes that reads show and that their provider has not confirmed; null if that is not known now.'),
    unfinished_writes: z
      .array(unfinishedWrite)
      .describe('Writes that wait for their provider, the oldest 20, and those that were refused, the newest 20.'),
  })
  .meta({ id: 'AccountDetails' });

export const showAccount = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}',
  operation: 'showAccount',
  summary: 'One account, with its grants, profiles and calendars',
  ...byAdminKey,
  description: 'To find out why an event is missing: which calendars are read, since when, and why not.',
  params: z.object({ sub: z.string().describe('The account, by its id.') }),
  responses: {
    200: {
      description: 'The account',
      schema: z.object({ account: accountShape.describe('The account.') }),
      example: {
        account: {
          ...accountSummaryExample,
          default_tzid: 'Europe/London',
          grants: [
            {
              grant_id: 'grt_2MPyGxgyny6w',
              scope: 'read_events create_event',
              created_at: '2026-11-19T08:00:00.000Z',
              client_type: 'confidential',
              profile_id: 'pro_2MPyGxgyny6w',
            },
          ],
          profile_states: [profileStateExample],
          calendars: [calendarExample],
          deleted_calendars: [
            {
              calendar_id: 'cal_2MPyGxgyny6w_9f2c4e1ab7d05c33',
              calendar_name: 'Rota',
              profile_id: 'pro_2MPyGxgyny6w',
              deleted_at: '2026-11-20T08:00:00Z',
              description:
                'The calendar was deleted at its provider, or is no longer shared with the user. Its events are deleted here as well.',
              advice:
                'If that was a mistake, the user restores it at the provider: it is read again under the same id. Otherwise the application writes to another calendar of the user.',
            },
          ],
          pending_writes: 0,
          refused_writes: 1,
          waiting_writes: 0,
          unfinished_writes: [
            {
              calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
              event_uid: 'evt_ce3436bd41842879759f4495',
              state: 'refused',
              operation: 'upsert',
              since: '2026-11-19T08:00:00Z',
              reason: 'The calendar is read-only.',
              advice: 'Ask the user for write access to the calendar, or write to another calendar of the same user.',
            },
          ],
        },
      },
    },
    404: notFound,
    ...adminDenied,
  },
});
