import { z } from 'zod';

/** Series of which the window may contain more instances than are returned; {@link eventsPage}. */
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
