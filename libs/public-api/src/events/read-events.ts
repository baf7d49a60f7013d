import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { readErrors } from '../shared/errors.js';
import { calendarIdsFilter, dateOrTime, flag, instant, zone } from '../shared/fields.js';
import { eventTypesFilter } from './event-types.js';
import { closedObject } from '../shared/unsupported.js';
import { eventsExample, eventsPage, moreEventsExamples } from './events-page.js';

export const readEventsQuery = closedObject({
  tzid: zone('tzid').describe(
    'IANA time zone, such as Europe/Berlin: of dates in from and to, of local days, and with localized_times of the times returned.',
  ),
  from: dateOrTime('from')
    .optional()
    .describe(
      'Start of the window: a local date in tzid, from its midnight, or an instant, inclusive. Default: midnight 42 days ago.',
    ),
  to: dateOrTime('to')
    .optional()
    .describe(
      'End of the window: a local date in tzid, that whole day included, or an instant, exclusive. Default: the end of the day 201 days ahead. The window has at most ten years.',
    ),
  calendar_ids: calendarIdsFilter.describe(
    'Only these calendars; one that is not of the account is refused. Default: all.',
  ),
  last_modified: instant('last_modified').optional().describe('Only what changed at or after this instant.'),
  event_types: eventTypesFilter.describe(
    'Only events of these kinds: default, focus_time, out_of_office, working_location, birthday or from_gmail. Default: all.',
  ),
  include_deleted: flag('include_deleted').describe('Also deleted ones, with deleted true. Default: false.'),
  include_moved: flag('include_moved').describe(
    'With last_modified: also events that were in the window before and are not any more. Default: false.',
  ),
  include_managed: flag('include_managed').describe(
    'Also events that this application created. Its default is a setting of the application.',
  ),
  only_managed: flag('only_managed').describe(
    'Only events that this application created; needs no scope to read others. Without from and to: those of all time. Default: false.',
  ),
  include_geo: flag('include_geo').describe('Also the latitude and longitude of locations. Default: false.'),
  google_event_ids: flag('google_event_ids').describe('Also the id that Google gives the event. Default: false.'),
  localized_times: flag('localized_times').describe(
    'Show times as {time, tzid}, with the offset of tzid. Default: false, a text with the offset of tzid.',
  ),
  include_userinfo: flag('include_userinfo').describe(
    'Also the account and its profiles, as GET /v1/userinfo shows them. Default: false.',
  ),
});

export type ReadEventsQuery = z.output<typeof readEventsQuery>;

export const readEvents = endpoint({
  method: 'get',
  path: '/v1/events',
  operation: 'readEvents',
  summary: 'Read events of all calendars, ordered by start, a hundred per page',
  tag: 'events',
  description:
    'Every event that overlaps the window, of all calendars, each instance of a series on its own. Follow pages.next_page until it is absent.',
  credential: 'access-token',
  anyScope: ['read_events'],
  elements: ['agenda'],
  query: readEventsQuery,
  responses: {
    200: {
      description: 'A page of events',
      schema: eventsPage,
      example: eventsExample,
      moreExamples: moreEventsExamples,
    },
    ...readErrors,
  },
});
