import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, notFound } from '../shared/errors.js';
import { calendarParams } from './calendar-params.js';
import { editExternalEventBody } from './external-event.js';
import { editInstanceBody } from './instance-write.js';
import { withTimePair, writtenFields } from './written-event.js';

export const upsertEventBody = withTimePair(z.object(writtenFields)).meta({ id: 'EventWrite' });

export type UpsertEventBody = z.output<typeof upsertEventBody>;

export const seriesExample = {
  event_id: 'stand-up',
  summary: 'Stand-up',
  start: { time: '2026-11-20T09:30:00Z', tzid: 'Europe/London' },
  end: { time: '2026-11-20T09:45:00Z', tzid: 'Europe/London' },
  location: { description: 'Royal Observatory', lat: '51.4769', long: '-0.0005' },
  tags: [{ value: 'team' }],
  conferencing: {
    profile_id: 'explicit',
    join_url: 'https://acme.zoom.us/j/123',
    provider_description: 'Our Zoom',
  },
  recurrence: {
    rules: [{ frequency: 'monthly', by_day: [{ day: 'friday', nth_of_period: -1 }] }],
    exceptions: ['2026-12-25T09:30:00Z'],
  },
};

export const upsertEvent = endpoint({
  method: 'post',
  path: '/v1/calendars/{calendar_id}/events',
  operation: 'upsertEvent',
  summary: 'Create or update an event, keyed on event_id within the calendar, or change one of the user by event_uid',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['create_event'],
  params: calendarParams,
  description:
    'Replaces what it names: an omitted member is unchanged, null removes it. With event_uid and no event_id it changes an event that the application did not create: in a calendar with permission_level unrestricted, if its options.update is true; nothing is created. With apply_to instance or following it changes one instance of a series, named by its event_uid (with the event_id of the series, if the application created it), or this and the following ones, which become a series of their own: its event_id is that of the first, with _ and the instance part of the event_uid behind it. The same change of the following ones, sent again after a lost answer, is 202 while its result is there, otherwise 404: send an Idempotency-Key to have the first answer repeated in any case. The write to the provider follows, with retries.',
  example: {
    event_id: 'visit-42',
    summary: 'Site visit',
    start: '2026-11-20T09:30:00Z',
    end: '2026-11-20T10:00:00Z',
    tzid: 'Europe/London',
    location: { description: 'Gate 3' },
    conferencing: { profile_id: 'default' },
  },
  moreExamples: {
    'a series with an online meeting of your own': seriesExample,
    'one instance of a series': {
      event_id: 'stand-up',
      event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e_20261127T093000Z',
      apply_to: 'instance',
      start: { time: '2026-11-27T11:00:00Z', tzid: 'Europe/London' },
      end: { time: '2026-11-27T11:15:00Z', tzid: 'Europe/London' },
    },
    'an event of the user': { event_uid: 'evt_external_5ba21743f408617d1269ea1e', summary: 'Renamed' },
  },
  body: z.union([upsertEventBody, editExternalEventBody, editInstanceBody]),
  responses: {
    202: {
      description: 'Stored, and visible to the next read; the provider follows. Empty body.',
      headers: {
        'Kalends-Invitations':
          'not-sent: nobody mails the guests whom attendees.invite names, as calendar_invitations_sent of the calendar is false. Absent otherwise.',
      },
    },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});
