import { z } from 'zod';
import { topic } from '@kalends/topics';

/** How the events of a calendar count: as each shows it, all as busy, or none; and whether all-day events count. */
export const counting = z.object({ counts_as: z.enum(['shown', 'busy', 'free']), ignores_all_day: z.boolean() });

/** `counting`: to be declared; null: what is declared is only read. `client_id`: of the application that requests it. */
export const calendarCountingBody = z.object({
  account_id: z.string(),
  calendar_id: z.string(),
  counting: counting.nullable(),
  client_id: z.string().optional(),
});
export type CalendarCounting = z.infer<typeof calendarCountingBody>;

export const calendarCountingReply = z.object({ counting });
export type CalendarCountingReply = z.infer<typeof calendarCountingReply>;

/** How the events of a calendar of an account count in availability. A declaration applies when the reply arrives. */
export const calendarCounting = topic<CalendarCounting, CalendarCountingReply>({
  name: 'gateway.query.calendar-counting.v1',
  schema: calendarCountingBody,
  reply: calendarCountingReply,
  key: (body) => body.account_id,
  example: {
    account_id: 'acc_5ba21743f408617d1269ea1e',
    calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
    client_id: 'nb9oIJSrzy9Xo_CKKNkUIbZUXqPmfcMA',
    counting: { counts_as: 'shown', ignores_all_day: true },
  },
  exampleReply: { counting: { counts_as: 'shown', ignores_all_day: true } },
});
