import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { readErrors } from '../shared/errors.js';
import { calendarIdsFilter, dateOrTime, flag, instant, zone } from '../shared/fields.js';
import { eventsPage } from './events-page.js';

export const readEventsQuery = z
  .object({
    tzid: zone('tzid'),
    from: dateOrTime('from').optional(),
    to: dateOrTime('to').optional(),
    calendar_ids: calendarIdsFilter,
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
  summary: 'Read events of all calendars, ordered by start, a hundred per page',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_events'],
  query: readEventsQuery,
  responses: { 200: { description: 'A page of events', schema: eventsPage }, ...readErrors },
});
