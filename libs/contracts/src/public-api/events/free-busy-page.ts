import { z } from 'zod';
import { shownTime } from '../shared/shown-time.js';
import { truncatedSeries } from './truncated-series.js';

export const freeBusyPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    free_busy: z.array(
      z.object({
        calendar_id: z.string(),
        start: shownTime,
        end: shownTime,
        free_busy_status: z.enum(['busy', 'free', 'tentative', 'unknown']),
        event_uid: z.string().optional(),
        event_id: z.string().optional(),
        deleted: z.boolean().optional(),
      }),
    ),
    truncated: truncatedSeries.optional(),
  })
  .meta({ id: 'FreeBusyPage' });

export const freeBusyCall = {
  method: 'get',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['read_free_busy', 'read_events'],
} as const;
