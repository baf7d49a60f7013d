import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { keyed, notFound, readErrors } from './errors.js';
import { dateOrTime, flag, instant, listOf, zone } from './fields.js';
import { userinfoShape } from './identity.js';

const attendee = z.object({ email: z.string(), display_name: z.string().nullable(), status: z.string() });
const time = z.union([z.string(), z.object({ time: z.string(), tzid: z.string() })]);

export const eventShape = z
  .object({
    calendar_id: z.string(),
    event_uid: z.string(),
    event_id: z.string().optional(),
    google_event_id: z.string().optional(),
    summary: z.string(),
    description: z.string(),
    start: time,
    end: time,
    deleted: z.boolean(),
    created: z.string(),
    updated: z.string(),
    location: z
      .object({ description: z.string().optional(), lat: z.string().optional(), long: z.string().optional() })
      .optional(),
    participation_status: z.string(),
    attendees: z.array(attendee),
    organizer: z.object({ email: z.string(), display_name: z.string().optional() }).optional(),
    transparency: z.string(),
    extended_transparency: z.string(),
    event_status: z.string(),
    status: z.string(),
    categories: z.array(z.string()),
    recurring: z.boolean(),
    series_identifier: z.string().optional(),
    event_private: z.boolean(),
    meeting_url: z.string().optional(),
    url: z.string().optional(),
    options: z.object({ delete: z.boolean(), update: z.boolean(), change_participation_status: z.boolean() }),
  })
  .meta({ id: 'Event' });

/** Series of which the window may hold more instances than are shown; {@link eventsPage}. */
export const truncatedSeries = z
  .object({
    total: z.number(),
    series: z.array(
      z.object({
        calendar_id: z.string(),
        series_identifier: z.string(),
        reason: z.enum(['too_many_instances', 'unsupported_rule']),
        shown_from: z.string().optional(),
        shown_to: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'TruncatedSeries' });

export const eventsPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    events: z.array(eventShape),
    truncated: truncatedSeries.optional(),
    userinfo: userinfoShape.optional(),
  })
  .meta({ id: 'EventsPage' });

export const readEventsQuery = z
  .object({
    tzid: zone('tzid'),
    from: dateOrTime('from').optional(),
    to: dateOrTime('to').optional(),
    calendar_ids: listOf(z.string({ error: keyed('invalid_calendar_ids', 'calendar_ids must be a list of ids') })),
    last_modified: instant('last_modified').optional(),
    include_deleted: flag('include_deleted'),
    include_moved: flag('include_moved'),
    include_managed: flag('include_managed'),
    only_managed: flag('only_managed'),
    include_geo: flag('include_geo'),
    google_event_ids: flag('google_event_ids'),
    localized_times: flag('localized_times'),
    include_userinfo: flag('include_userinfo'),
  })
  .meta({ description: 'Unknown parameters are ignored.' });
export type ReadEventsQuery = z.output<typeof readEventsQuery>;

export const readEvents = endpoint({
  method: 'get',
  path: '/v1/events',
  operation: 'readEvents',
  summary: 'Read events of all calendars, ordered by start, a hundred a page',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_events'],
  query: readEventsQuery,
  responses: { 200: { description: 'A page of events', schema: eventsPage }, ...readErrors },
});

export const readEventsNextPage = endpoint({
  method: 'get',
  path: '/v1/events/pages/{cursor}',
  operation: 'readEventsNextPage',
  summary: 'Read the page that pages.next_page named',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_events'],
  params: z.object({ cursor: z.string() }),
  responses: { 200: { description: 'A page of events', schema: eventsPage }, ...readErrors, 404: notFound },
});
