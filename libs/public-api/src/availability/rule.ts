import { z } from 'zod';
import { weekdays } from '@kalends/contracts';
import { keyed } from '../shared/errors.js';

export const availabilityId = (name: string) =>
  z
    .string({ error: keyed('must_be_string', `${name} must be a string`) })
    .regex(/^[\x20-\x7e]{1,64}$/, keyed('invalid', `${name} must be 1 to 64 ASCII characters`));

export const ruleShape = z
  .object({
    availability_rule_id: z.string().describe("The application's own id of the rule, unique in the account."),
    tzid: z.string().describe('IANA time zone of the local times, such as America/Chicago.'),
    calendar_ids: z
      .array(z.string())
      .max(500)
      .optional()
      .describe('The calendars that make the account busy; absent if the rule names none.'),
    weekly_periods: z
      .array(
        z.object({
          day: z.enum(weekdays).describe('The weekday, local to tzid.'),
          start_time: z.string().describe('Local time at which it begins, as HH:MM.'),
          end_time: z.string().describe('Local time at which it has ended, as HH:MM; 24:00 is the end of the day.'),
        }),
      )
      .max(100)
      .describe('Hours in which the account is available, every week.'),
  })
  .meta({ id: 'AvailabilityRule' });

export const ruleId = z.object({
  availability_rule_id: z.string().describe("The application's own id of the rule, as it was written."),
});

export const ruleExample = {
  availability_rule_id: 'work_hours',
  tzid: 'America/Chicago',
  calendar_ids: ['cal_2MPyGxgyny6w_FK37MLy2ihIu'],
  weekly_periods: [
    { day: 'monday', start_time: '09:30', end_time: '12:30' },
    { day: 'monday', start_time: '14:00', end_time: '17:00' },
  ],
};
