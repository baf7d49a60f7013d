import { z } from 'zod';
import { calendarRecord, type CalendarRecord } from './calendar-state.js';
import { topic } from '@kalends/topics';

/**
 * Requests a calendar at a profile's provider. Idempotent by profile and name: a repeated request returns the calendar
 * that an earlier one created. `color`: `#RRGGBB`. `tzid`: IANA zone for calendars whose provider has none.
 */
export const createCalendarQueryBody = z.object({
  account_id: z.string(),
  profile_id: z.string(),
  name: z.string(),
  color: z.string().optional(),
  tzid: z.string(),
});
export type CreateCalendarQuery = z.infer<typeof createCalendarQueryBody>;

/**
 * `not-connected`: the owner has to connect the profile again. `refused`: the provider does not allow creating
 * calendars, or not for this account. `unavailable`: the provider did not answer; the same request may be repeated.
 */
export const createCalendarReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), calendar: calendarRecord }),
  z.object({
    outcome: z.literal('refused'),
    refusal: z.enum(['unknown-profile', 'not-connected', 'refused', 'unavailable']),
    description: z.string(),
  }),
]);
export type CreateCalendarReply =
  | { outcome: 'created'; calendar: CalendarRecord }
  | {
      outcome: 'refused';
      refusal: 'unknown-profile' | 'not-connected' | 'refused' | 'unavailable';
      description: string;
    };

/** In order per account, so that two requests for the same calendar never run concurrently. */
export const createCalendarQuery = topic<CreateCalendarQuery, CreateCalendarReply>({
  name: 'gateway.query.create-calendar.v1',
  schema: createCalendarQueryBody,
  reply: createCalendarReply,
  key: (body) => body.profile_id,
  lane: (body) => body.account_id,
  example: {
    account_id: 'acc_5ba21743f408617d1269ea1e',
    profile_id: 'pro_n23kjnwrw2',
    name: 'Holidays',
    color: '#49BED8',
    tzid: 'Europe/London',
  },
  exampleReply: {
    outcome: 'refused',
    refusal: 'refused',
    description: 'The server refused to make a calendar (403).',
  },
});
