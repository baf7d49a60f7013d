import { z } from 'zod';

/** Series of which the window may contain more instances than are returned; {@link eventsPage}. */
export const truncatedSeries = z
  .object({
    total: z.number().describe('Number of such series.'),
    series: z
      .array(
        z.object({
          calendar_id: z.string().describe('The calendar, one of GET /v1/calendars.'),
          series_identifier: z.string().describe('What all instances of the series have in common.'),
          reason: z
            .enum(['too_many_instances', 'unsupported_rule', 'too_large'])
            .describe(
              'Why: more instances than the bound, a rule that Kalends does not expand, or more attendees, text, dates or changed instances than are read of one event.',
            ),
          shown_from: z
            .string()
            .optional()
            .describe('The instant from which instances are returned; absent if none are.'),
          shown_to: z
            .string()
            .optional()
            .describe('The instant up to which instances are returned; absent if none are.'),
        }),
      )
      .describe('The first of them.'),
  })
  .meta({ id: 'TruncatedSeries' });

/** A series with more instances than a page may show. */
export const truncatedExample = {
  total: 1,
  series: [
    {
      calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
      series_identifier: 'evt_ce3436bd41842879759f4495',
      reason: 'too_many_instances',
      shown_from: '2026-11-01T00:00:00Z',
      shown_to: '2026-11-20T00:00:00Z',
    },
  ],
};
