import { z } from 'zod';
import { shownTime } from '../shared/shown-time.js';

export const periodsPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    available_periods: z.array(z.object({ available_period_id: z.string(), start: shownTime, end: shownTime })),
  })
  .meta({ id: 'AvailablePeriodsPage' });
