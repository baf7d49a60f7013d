import { z } from 'zod';
import { userinfoExample, userinfoShape } from '../accounts/userinfo-shape.js';
import { shownTime } from '../shared/shown-time.js';
import { pagesShape } from '../shared/pages-shape.js';
import { refusedWriteExample, refusedWriteShape } from './refused-write.js';
import { truncatedExample, truncatedSeries } from './truncated-series.js';

const attendee = z.object({
  email: z
    .string()
    .describe('Address of the attendee.')
    .meta({ examples: ['ann@example.com'] }),
  display_name: z
    .string()
    .nullable()
    .describe('Name of the attendee; null if the calendar has none.')
    .meta({ examples: ['Ann'] }),
  status: z
    .string()
    .describe('accepted, declined, tentative, needs_action or unknown.')
    .meta({ examples: ['accepted'] }),
});

export const eventShape = z
  .object({
    calendar_id: z.string().describe('The calendar, one of GET /v1/calendars.'),
    event_uid: z.string().describe('The id of the event here: stable, and in a series one per instance.'),
    event_id: z.string().optional().describe("The application's own id of the event; only on events that it created."),
    google_event_id: z
      .string()
      .optional()
      .describe('The id that Google gives the event; only with google_event_ids, in a Google calendar.')
      .meta({ examples: ['4n2lq8hsn1j0b7v6d2u0p9s5ko'] }),
    summary: z.string().describe('The title; empty if it has none.'),
    description: z.string().describe('The text of the event; empty if it has none.'),
    start: shownTime.describe('First moment: a local date of an all-day event, else a time.'),
    end: shownTime.describe(
      'First moment after the event: the local date after the last day of an all-day event, else a time.',
    ),
    deleted: z.boolean().describe('True for an event that exists no more; only with include_deleted.'),
    created: z.string().describe('The instant it was created, in UTC, to the second.'),
    updated: z.string().describe('The instant it was last changed, in UTC, to the second.'),
    location: z
      .object({
        description: z.string().optional().describe('The place in words.'),
        lat: z
          .string()
          .optional()
          .describe('Latitude in degrees, -90 to 90; only with include_geo.')
          .meta({ examples: ['51.4769'] }),
        long: z
          .string()
          .optional()
          .describe('Longitude in degrees, -180 to 180; only with include_geo.')
          .meta({ examples: ['-0.0005'] }),
      })
      .optional()
      .describe('Where it takes place; absent if the event has no location.'),
    participation_status: z
      .string()
      .describe("The user's own answer to the invitation; needs_action where the user is not an attendee."),
    attendees: z.array(attendee).describe('Everybody who is invited.'),
    organizer: z
      .object({
        email: z.string().describe('Address of the organizer.'),
        display_name: z.string().optional().describe('Name of the organizer.'),
      })
      .optional()
      .describe('Who invites; absent if there is nobody else.')
      .meta({ examples: [{ email: 'team@example.com', display_name: 'The Team' }] }),
    transparency: z.string().describe('Whether it takes up time: opaque blocks it, transparent does not.'),
    extended_transparency: z
      .string()
      .describe(
        'out_of_office, working_elsewhere or tentative where the provider distinguishes them, else the same value as transparency.',
      ),
    event_status: z.string().describe('confirmed, tentative or cancelled.'),
    status: z.string().describe('The same value as event_status.'),
    event_type: z
      .string()
      .optional()
      .describe(
        'What kind of event it is: focus_time, out_of_office, working_location, birthday or from_gmail where the provider distinguishes kinds (Google does), else default. Absent of events stored before there were kinds.',
      )
      .meta({ examples: ['focus_time'] }),
    categories: z.array(z.string()).describe('Labels of the event.'),
    tags: z
      .array(z.object({ value: z.string().describe('The tag, as it was written.') }))
      .optional()
      .describe("The application's own marks; absent if the event has none.")
      .meta({ examples: [[{ value: 'sales' }]] }),
    recurring: z.boolean().describe('Whether it is an instance of a series.'),
    series_identifier: z
      .string()
      .optional()
      .describe('What all instances of the series have in common.')
      .meta({ examples: ['evt_ce3436bd41842879759f4495'] }),
    event_private: z.boolean().describe('Whether others who see the calendar are kept from reading its details.'),
    meeting_url: z.string().optional().describe('Where people join the online meeting; the same as its join_url.'),
    conferencing: z
      .object({
        pending: z
          .literal(true)
          .optional()
          .describe('The provider is to add the meeting and has not done so yet; the other members are absent.')
          .meta({ examples: [true] }),
        provider_name: z
          .string()
          .optional()
          .describe(
            'Whose meeting it is: google_meet, ms_teams, zoom, go_to, skype, skype_for_business, google_hangouts or other.',
          ),
        provider_description: z
          .string()
          .optional()
          .describe('What the meeting is called, if it has a name.')
          .meta({ examples: ['Our Zoom'] }),
        join_url: z.string().optional().describe('Where people join.'),
      })
      .optional()
      .describe('The online meeting, whoever added it; absent if the event has none.'),
    url: z
      .string()
      .optional()
      .describe('A page about the event.')
      .meta({ examples: ['https://example.com/visits/42'] }),
    refused_write: refusedWriteShape
      .optional()
      .describe(
        "The application's last write, if the provider has refused it: the event is shown as the provider has it. Absent after the next write.",
      ),
    options: z
      .object({
        delete: z.boolean().describe('Whether it may be deleted.'),
        update: z.boolean().describe('Whether it may be changed.'),
        change_participation_status: z.boolean().describe('Whether the invitation may be answered.'),
      })
      .describe('What the credential may do with this event.'),
  })
  .meta({ id: 'Event' });

export const eventsPage = z
  .object({
    pages: pagesShape.describe('The place in the list: 100 entries to a page.'),
    events: z.array(eventShape).describe('Ordered by start, then calendar, then event_uid.'),
    truncated: truncatedSeries.optional().describe('Series that are returned in part; absent when all are complete.'),
    userinfo: userinfoShape.optional().describe('The account and its profiles; only with include_userinfo.'),
  })
  .meta({ id: 'EventsPage' });

const eventExample = {
  calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
  event_uid: 'evt_ce3436bd41842879759f4495',
  event_id: 'visit-42',
  summary: 'Site visit',
  description: '',
  start: '2026-11-20T09:30:00Z',
  end: '2026-11-20T10:00:00Z',
  deleted: false,
  created: '2026-11-18T08:00:00Z',
  updated: '2026-11-18T08:00:00Z',
  location: { description: 'Gate 3' },
  participation_status: 'needs_action',
  attendees: [],
  transparency: 'opaque',
  extended_transparency: 'opaque',
  event_status: 'confirmed',
  status: 'confirmed',
  event_type: 'default',
  categories: [],
  recurring: false,
  event_private: false,
  meeting_url: 'https://meet.google.com/abc-defg-hij',
  conferencing: { provider_name: 'google_meet', join_url: 'https://meet.google.com/abc-defg-hij' },
  options: { delete: true, update: true, change_participation_status: false },
};

export const eventsExample = { pages: { current: 1, total: 1 }, events: [eventExample] };

export const moreEventsExamples = {
  'with the account, a series in part, and a write that its provider has refused': {
    ...eventsExample,
    events: [{ ...eventExample, refused_write: refusedWriteExample }],
    truncated: truncatedExample,
    userinfo: userinfoExample,
  },
};
