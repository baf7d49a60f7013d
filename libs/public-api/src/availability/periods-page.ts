import { z } from 'zod';
import { pagesShape } from '../shared/pages-shape.js';
import { shownTime } from '../shared/shown-time.js';

export const periodsPage = z
  .object({
    pages: pagesShape.describe('The place in the list: 100 entries to a page.'),
    available_periods: z
      .array(
        z.object({
          available_period_id: z.string().describe("The application's own id of the period."),
          start: shownTime.describe('First instant of the period.'),
          end: shownTime.describe('Instant at which the period has ended.'),
        }),
      )
      .describe('Periods in which the account is available, ordered by start.'),
  })
  .meta({ id: 'AvailablePeriodsPage' });

export const periodsExample = {
  pages: { current: 1, total: 1 },
  available_periods: [{ available_period_id: 'shift-7', start: '2026-11-20T09:00:00Z', end: '2026-11-20T12:00:00Z' }],
};
