import { z } from 'zod';
import { userinfoExample, userinfoShape } from '../accounts/userinfo-shape.js';
import { shownTime } from '../shared/shown-time.js';
import { pagesShape } from '../shared/pages-shape.js';
import { truncatedExample, truncatedSeries } from './truncated-series.js';

export const freeBusyPage = z
  .object({
    pages: pagesShape.describe('The place in the list: 100 entries to a page.'),
    free_busy: z
      .array(
        z.object({
          calendar_id: z.string().describe('The calendar, one of GET /v1/calendars.'),
          start: shownTime.describe('First moment: a local date of an all-day event, else a time.'),
          end: shownTime.describe('First moment after the period: a local date of an all-day event, else a time.'),
          free_busy_status: z
            .enum(['busy', 'free', 'tentative', 'unknown'])
            .describe('What the user is in this period.'),
          event_uid: z
            .string()
            .optional()
            .describe('The event behind the period; only with include_ids.')
            .meta({ examples: ['evt_ce3436bd41842879759f4495'] }),
          event_id: z
            .string()
            .optional()
            .describe("The application's own id of that event; only with include_ids, on events that it created.")
            .meta({ examples: ['visit-42'] }),
          deleted: z
            .boolean()
            .optional()
            .describe('True for a period that exists no more; only with include_deleted.')
            .meta({ examples: [true] }),
        }),
      )
      .describe('Periods of single events, ordered by start; they may overlap.'),
    truncated: truncatedSeries.optional().describe('Series that are returned in part; absent when all are complete.'),
    userinfo: userinfoShape.optional().describe('The account and its profiles; only with include_userinfo.'),
  })
  .meta({ id: 'FreeBusyPage' });

export const freeBusyCall = {
  method: 'get',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_free_busy', 'read_events'],
  elements: ['agenda'],
} as const;

export const freeBusyExample = {
  pages: { current: 1, total: 1 },
  free_busy: [
    {
      calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
      start: '2026-11-20T09:30:00Z',
      end: '2026-11-20T10:00:00Z',
      free_busy_status: 'busy',
    },
  ],
};

export const moreFreeBusyExamples = {
  'with the account, and a series in part': {
    ...freeBusyExample,
    truncated: truncatedExample,
    userinfo: userinfoExample,
  },
};
