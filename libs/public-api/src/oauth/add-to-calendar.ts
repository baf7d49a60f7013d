import { z } from 'zod';
import { hourFormat } from '../booking-links/booking-link-fields.js';
import { linkCall } from '../booking-links/booking-link-shape.js';
import { maxTargets } from '../booking-links/booking-link-fields.js';
import { upsertEventBody } from '../events/upsert-event.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed } from '../shared/errors.js';
import { filled, plainText } from '../shared/fields.js';

const oauth = z.object({
  redirect_uri: filled('oauth.redirect_uri', 2048).describe(
    'Where the browser returns: one of those registered for the application, equal in every character. At most 2,048 characters.',
  ),
  scope: filled('oauth.scope', 1024).describe(
    'Scopes or bundles that the user is requested to allow, separated by spaces; create_event among them. At most 1,024 characters.',
  ),
  state: plainText('oauth.state', 4096)
    .nullish()
    .describe('Returned unchanged with code or error. At most 4,096 characters.'),
});

export const addToCalendarBody = z
  .object({
    oauth: oauth.describe('What the application requests of the user.'),
    event: upsertEventBody.describe('The event, as POST /v1/calendars/{calendar_id}/events takes it.'),
    formatting: z.object({ hour_format: hourFormat }).nullish().describe('How the page shows times.'),
    target_calendars: z
      .array(z.unknown(), { error: keyed('must_be_list', 'target_calendars must be a list') })
      .max(maxTargets, keyed('too_many', `target_calendars may have at most ${maxTargets} entries`))
      .nullish()
      .describe('Accepted and not used: the user chooses the calendar. At most 100.'),
  })
  .meta({ id: 'CalendarAdditionWrite' });

export type AddToCalendarBody = z.output<typeof addToCalendarBody>;

const url = 'https://calendar.example.com/add_to_calendar/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b';

const example = {
  oauth: { redirect_uri: 'https://app.example/done', scope: 'create_event', state: 'order-7' },
  event: {
    event_id: 'order-7',
    summary: 'Concert',
    start: { time: '2026-12-12T19:00:00Z', tzid: 'Europe/London' },
    end: { time: '2026-12-12T21:30:00Z', tzid: 'Europe/London' },
    location: { description: 'Town hall' },
  },
};

export const addToCalendar = endpoint({
  ...linkCall,
  method: 'post',
  path: '/v1/add_to_calendar',
  operation: 'addToCalendar',
  summary: 'Create a link on which somebody adds one event to their own calendar while they authorize the application',
  description:
    'The address begins the journey of GET /oauth/authorize. Before Allow its last page shows the event and lets the user choose one of their calendars. The event is added once; it is there when the browser returns, or, in a calendar that this journey connects, once the code was redeemed and the calendar was read. The link works for 30 days. client_id and client_secret may be in the body in place of the API key.',
  example,
  moreExamples: {
    'with twelve hours': { ...example, formatting: { hour_format: 'h' }, target_calendars: [] },
  },
  body: addToCalendarBody,
  responses: {
    200: {
      description: 'Created',
      schema: z.object({
        url: z
          .string()
          .describe('Where the application sends its user: whoever has the address can add the event, once.'),
        oauth_url: z.string().describe('The same address.'),
      }),
      example: { url, oauth_url: url },
    },
    ...bodyErrors,
  },
});
