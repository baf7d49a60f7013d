import { z } from 'zod';

/** How the events of a calendar count in availability. */
export const countingShape = z
  .object({
    calendar_id: z.string().describe('The calendar.'),
    events_count_as: z
      .enum(['shown', 'busy', 'free'])
      .describe('shown: as the transparency of each event is; busy: all take up time; free: none does.'),
    ignore_all_day_events: z.boolean().describe('Whether all-day events take up no time, whatever they show.'),
  })
  .meta({ id: 'CalendarAvailability' });

export const countingExample = {
  calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
  events_count_as: 'shown' as const,
  ignore_all_day_events: true,
};
