import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { keyed, notFound, readErrors } from './errors.js';
import { truncatedSeries } from './read-events.js';
import { dateOrTime, flag, instant, listOf, zone } from './fields.js';

export const readFreeBusyQuery = z
  .object({
    tzid: zone('tzid'),
    from: dateOrTime('from').optional(),
    to: dateOrTime('to').optional(),
    calendar_ids: listOf(z.string({ error: keyed('invalid_calendar_ids', 'calendar_ids must be a list of ids') })),
    last_modified: instant('last_modified').optional(),
    include_deleted: flag('include_deleted'),
    include_managed: flag('include_managed'),
    only_managed: flag('only_managed'),
    include_free: flag('include_free'),
    include_ids: flag('include_ids'),
    localized_times: flag('localized_times'),
  })
  .meta({ description: 'Unknown parameters are ignored.' });

const time = z.union([z.string(), z.object({ time: z.string(), tzid: z.string() })]);

const freeBusyPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    free_busy: z.array(
      z.object({
        calendar_id: z.string(),
        start: time,
        end: time,
        free_busy_status: z.enum(['busy', 'free', 'tentative', 'unknown']),
        event_uid: z.string().optional(),
        event_id: z.string().optional(),
        deleted: z.boolean().optional(),
      }),
    ),
    truncated: truncatedSeries.optional(),
  })
  .meta({ id: 'FreeBusyPage' });

const common = {
  method: 'get',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_free_busy', 'read_events'],
} as const;

export const readFreeBusy = endpoint({
  ...common,
  path: '/v1/free_busy',
  operation: 'readFreeBusy',
  summary: 'Read when a user is busy, of all calendars, without what the events say; up to a hundred a page',
  query: readFreeBusyQuery,
  responses: { 200: { description: 'A page of periods', schema: freeBusyPage }, ...readErrors },
});

export const readFreeBusyNextPage = endpoint({
  ...common,
  path: '/v1/free_busy/pages/{cursor}',
  operation: 'readFreeBusyNextPage',
  summary: 'Read the page that pages.next_page named',
  params: z.object({ cursor: z.string() }),
  responses: { 200: { description: 'A page of periods', schema: freeBusyPage }, ...readErrors, 404: notFound },
});
