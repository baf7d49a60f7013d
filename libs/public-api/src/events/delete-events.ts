import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed, notFound } from '../shared/errors.js';
import { calendarList, flag, maxCalendars } from '../shared/fields.js';

export const deleteEventsBody = z
  .object({
    delete_all: flag('delete_all').describe('True: in all calendars of the account. Default: false.'),
    calendar_ids: calendarList(
      z.string({ error: keyed('invalid_calendar_ids', 'calendar_ids must be a list of ids') }),
    ).describe('Only in these calendars.'),
  })
  .superRefine(
    (body, context) => {
      if (body.delete_all === true || (body.calendar_ids?.length ?? 0) > 0) return;
      const message = keyed('required', 'delete_all, or calendar_ids, must be specified');
      context.addIssue({ code: 'custom', path: ['delete_all'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .meta({ id: 'EventsDelete' });

export const deleteEvents = endpoint({
  method: 'delete',
  path: '/v1/events',
  operation: 'deleteEvents',
  summary: 'Delete every event that the application created, in all calendars or in those named',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['delete_event'],
  query: z.object({
    delete_all: z.string().optional().describe('The same as in the body, for clients that send none.'),
    calendar_ids: z
      .array(z.string())
      .max(maxCalendars)
      .optional()
      .describe('The same as in the body, for clients that send none.'),
  }),
  description: 'Events that users or other applications created stay. One of delete_all and calendar_ids is required.',
  example: { delete_all: true },
  moreExamples: { 'in one calendar': { calendar_ids: ['cal_2MPyGxgyny6w_FK37MLy2ihIu'] } },
  body: deleteEventsBody,
  responses: {
    202: { description: 'Deleted for every later read. Empty body.' },
    ...bodyErrors,
    ...denied,
    404: notFound,
  },
});
