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
            .enum(['too_many_instances', 'unsupported_rule'])
            .describe('Why: more instances than the bound, or a rule that Kalends does not expand.'),
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
