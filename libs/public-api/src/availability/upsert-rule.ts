import { z } from 'zod';
import { weekdays } from '@kalends/contracts';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed } from '../shared/errors.js';
import { zone } from '../shared/fields.js';
import { anyOf, oneOrMany, reference } from './availability-fields.js';
import { ownCall } from './own-call.js';
import { availabilityId, ruleExample, ruleShape } from './rule.js';

const clock = (name: string, pattern: RegExp) =>
  z
    .string({ error: keyed('invalid', `${name} must have the form 09:30`) })
    .regex(pattern, keyed('invalid', `${name} must have the form 09:30`));

const weekly = z
  .object({
    day: z
      .enum(weekdays, { error: keyed('not_recognized', `day must be one of ${weekdays.join(', ')}`) })
      .describe('The weekday, local to tzid; it may occur more than once.'),
    start_time: clock('start_time', /^([01]\d|2[0-3]):[0-5]\d$/).describe('Local time at which it begins, as HH:MM.'),
    end_time: clock('end_time', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/).describe(
      'Local time at which it has ended, as HH:MM, after start_time; 24:00 is the end of the day.',
    ),
  })
  .superRefine(({ start_time, end_time }, context) => {
    if (start_time >= end_time) {
      const message = keyed('invalid_time_pair', 'end_time must be after start_time');
      context.addIssue({ code: 'custom', path: ['end_time'], message });
    }
  });

const rule = {
  availability_rule_id: availabilityId('availability_rule_id').describe(
    "The application's own id of the rule, unique in the account. From 1 to 64 ASCII characters.",
  ),
  tzid: zone('tzid').describe('IANA time zone of the local times, such as America/Chicago.'),
  calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 1, max: 200 }).describe(
    'Only these calendars make the account busy, in a query that names none. From 1 to 200. Default: all.',
  ),
  weekly_periods: oneOrMany('weekly_periods', weekly, { min: 0, max: 100 }).describe(
    'Hours in which the account is available, every week. At most 100.',
  ),
};

export const upsertRuleBody = z.object(rule).meta({ id: 'AvailabilityRuleWrite' });

export const upsertRule = endpoint({
  ...ownCall,
  elements: ['managed_availability'],
  method: 'post',
  path: '/v1/availability_rules',
  operation: 'upsertAvailabilityRule',
  summary: 'Create or replace weekly hours in which the account is available',
  description:
    'Availability queries use it for members with managed_availability. A rule with the same id is replaced as a whole. Needs no particular scope.',
  example: ruleExample,
  body: upsertRuleBody,
  responses: {
    200: {
      description: 'The rule',
      schema: z.object({ availability_rule: ruleShape.describe('The rule as stored.') }),
      example: { availability_rule: ruleExample },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
