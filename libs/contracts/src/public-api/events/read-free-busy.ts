import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { readErrors } from '../shared/errors.js';
import { calendarIdsFilter, dateOrTime, flag, instant, zone } from '../shared/fields.js';
import { freeBusyCall, freeBusyPage } from './free-busy-page.js';

export const readFreeBusyQuery = z
  .object({
    tzid: zone('tzid'),
    from: dateOrTime('from').optional(),
    to: dateOrTime('to').optional(),
    calendar_ids: calendarIdsFilter,
    last_modified: instant('last_modified').optional(),
    include_deleted: flag('include_deleted'),
    include_managed: flag('include_managed'),
    only_managed: flag('only_managed'),
    include_free: flag('include_free'),
    include_ids: flag('include_ids'),
    localized_times: flag('localized_times'),
  })
  .meta({ description: 'Unknown parameters are ignored.' });

export const readFreeBusy = endpoint({
  ...freeBusyCall,
  path: '/v1/free_busy',
  operation: 'readFreeBusy',
  summary: 'Read when a user is busy, across all calendars, without event details; up to a hundred per page',
  query: readFreeBusyQuery,
  responses: { 200: { description: 'A page of periods', schema: freeBusyPage }, ...readErrors },
});
