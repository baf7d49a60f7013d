import { endpoint } from '../shared/endpoint.js';
import { readErrors } from '../shared/errors.js';
import { calendarIdsFilter, dateOrTime, flag, instant, zone } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { freeBusyCall, freeBusyExample, moreFreeBusyExamples, freeBusyPage } from './free-busy-page.js';

export const readFreeBusyQuery = closedObject({
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
  include_deleted: flag('include_deleted').describe('Also deleted ones, with deleted true. Default: false.'),
  include_managed: flag('include_managed').describe(
    'Also events that this application created. Its default is a setting of the application.',
  ),
  only_managed: flag('only_managed').describe(
    'Only events that this application created; needs no scope to read others. Without from and to: those of all time. Default: false.',
  ),
  include_free: flag('include_free').describe(
    'Also periods in which the user is free although there is an event. Default: false.',
  ),
  include_ids: flag('include_ids').describe('Also event_uid, and event_id of managed events. Default: false.'),
  localized_times: flag('localized_times').describe(
    'Show times as {time, tzid}, with the offset of tzid. Default: false, a text with the offset of tzid.',
  ),
  include_geo: flag('include_geo').describe('Has no effect: periods have no location.'),
  include_userinfo: flag('include_userinfo').describe(
    'Also the account and its profiles, as GET /v1/userinfo shows them. Default: false.',
  ),
});

export const readFreeBusy = endpoint({
  ...freeBusyCall,
  path: '/v1/free_busy',
  operation: 'readFreeBusy',
  summary: 'Read when a user is busy, across all calendars, without event details; up to a hundred per page',
  description: 'For applications that need to know when, not what. Follow pages.next_page until it is absent.',
  query: readFreeBusyQuery,
  responses: {
    200: {
      description: 'A page of periods',
      schema: freeBusyPage,
      example: freeBusyExample,
      moreExamples: moreFreeBusyExamples,
    },
    ...readErrors,
  },
});
