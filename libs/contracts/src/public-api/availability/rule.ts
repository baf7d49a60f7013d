import { z } from 'zod';
import { weekdays } from '../../availability/managed-availability.js';
import { keyed } from '../shared/errors.js';

export const availabilityId = (name: string) =>
  z
    .string({ error: keyed('must_be_string', `${name} must be a string`) })
    .regex(/^[\x20-\x7e]{1,64}$/, keyed('invalid', `${name} must be 1 to 64 ASCII characters`));

export const ruleShape = z
  .object({
    availability_rule_id: z.string(),
    tzid: z.string(),
    calendar_ids: z.array(z.string()).optional(),
    weekly_periods: z.array(z.object({ day: z.enum(weekdays), start_time: z.string(), end_time: z.string() })),
  })
  .meta({ id: 'AvailabilityRule' });

export const ruleId = z.object({ availability_rule_id: z.string() });
