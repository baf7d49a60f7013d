import { z } from 'zod';
import { weekdays } from '@kalends/contracts';
import { keyed } from '../shared/errors.js';
import { dateOrTime } from '../shared/fields.js';
import { closedObject } from '../shared/unsupported.js';
import { writtenTime } from '../shared/written-time.js';

const among = (name: string, min: number, max: number) =>
  z
    .int({ error: keyed('must_be_integer', `${name} must be a whole number`) })
    .refine((value) => value >= min && value <= max && value !== 0, {
      error: keyed('invalid', `${name} must be from ${min} to ${max}`),
    });

const list = <T extends z.ZodType>(name: string, element: T, max: number) =>
  z
    .array(element, { error: keyed('invalid', `${name} must be a list`) })
    .min(1, keyed('required', `${name} must not be empty`))
    .max(max, keyed('too_many', `${name} may have at most ${max} entries`))
    .nullish();

const rule = closedObject({
  frequency: z
    .enum(['daily', 'weekly', 'monthly', 'yearly'], {
      error: keyed('not_recognized', 'frequency must be daily, weekly, monthly or yearly'),
    })
    .describe('How often the event repeats.')
    .meta({ examples: ['weekly'] }),
  interval: among('interval', 1, 1_000)
    .nullish()
    .describe(
      'Interval between repetitions, in units of frequency, from 1 to 1,000: 2 with weekly is every other week. Default: 1.',
    )
    .meta({ examples: [2] }),
  count: among('count', 1, 10_000)
    .nullish()
    .describe('Number of instances, from 1 to 10,000; not together with until. Default: no end.')
    .meta({ examples: [10] }),
  until: dateOrTime('until')
    .nullish()
    .describe(
      'When the last instance may start: a local date (inclusive) in the zone of start, or an instant. Default: no end.',
    )
    .meta({ examples: ['2027-06-30'] }),
  by_day: list(
    'by_day',
    z.preprocess(
      (value) => (weekdays.includes(value as never) ? { day: value } : value),
      closedObject(
        {
          day: z
            .enum(weekdays, { error: keyed('not_recognized', 'day must be the name of a weekday') })
            .describe('The weekday, local to the zone of start.'),
          nth_of_period: among('nth_of_period', -53, 53)
            .nullish()
            .describe(
              'Which of these weekdays in the month or year, negative from its end: -1 is the last. Only with monthly and yearly. Default: each of them.',
            ),
        },
        { error: keyed('not_recognized', 'by_day takes names of weekdays, or objects with day and nth_of_period') },
      ),
    ),
    50,
  )
    .describe(
      'Weekdays on which it takes place, as names or as objects. At most 50. Default: with weekly that of start, else any.',
    )
    .meta({ examples: [['monday'], [{ day: 'friday', nth_of_period: -1 }]] }),
  by_month_day: list('by_month_day', among('by_month_day', -31, 31), 31)
    .describe(
      'Days of the month on which it takes place, negative from its end: -1 is the last. Default: with monthly and yearly that of start, unless by_day is given; else any.',
    )
    .meta({ examples: [[1, -1]] }),
  by_month: list('by_month', among('by_month', 1, 12), 12)
    .describe(
      'Months in which it takes place, from 1 (January) to 12. Default: with yearly that of start, unless by_day alone is given; else any.',
    )
    .meta({ examples: [[1, 7]] }),
}).superRefine(({ count, until, frequency, by_day }, context) => {
  const refuse = (path: PropertyKey[], text: string) =>
    context.addIssue({ code: 'custom', path, message: keyed('invalid', text) });
  if (count && until) refuse(['until'], 'count and until exclude each other');
  const monthly = frequency === 'monthly' || frequency === 'yearly';
  for (const [index, { nth_of_period }] of (by_day ?? []).entries()) {
    const path = ['by_day', index, 'nth_of_period'];
    if (nth_of_period && !monthly) refuse(path, 'nth_of_period requires a monthly or yearly rule');
  }
});

/** `{rules, exceptions}` (EVT-16): RFC 5545 §3.8.5 as JSON. One rule: several are not portable; none ends the recurrence. */
export const recurrence = closedObject({
  rules: z
    .array(rule, { error: keyed('required', 'rules must be a list') })
    .max(1, keyed('max_recurrence_rules_exceeded', 'an event may have at most one recurrence rule'))
    .describe('The rule; an empty list ends the recurrence.'),
  exceptions: list('exceptions', writtenTime('exceptions'), 500)
    .describe(
      'Instances that do not take place, by their start: an instant, or the local date of the instance. At most 500.',
    )
    .meta({ examples: [['2026-12-25']] }),
}).superRefine(({ rules, exceptions }, context) => {
  const message = keyed('invalid', 'exceptions require a rule');
  if (rules.length === 0 && exceptions) context.addIssue({ code: 'custom', path: ['exceptions'], message });
});

export type WrittenRecurrence = z.output<typeof recurrence>;
