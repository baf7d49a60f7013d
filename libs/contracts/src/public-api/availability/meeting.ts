import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import {
  absentIfEmpty,
  anyOf,
  requestedPeriod,
  buffer,
  duration,
  oneOrMany,
  reference,
  booleanField,
} from './availability-fields.js';

/** Limits of one query (AVL-12); the span is configurable. */
export const availabilityLimits = { periods: 50, slots: 512, members: 100, results: 512, steps: 10 } as const;

const member = z
  .object({
    sub: reference('sub'),
    calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 1, max: 200 }),
    available_periods: anyOf('available_periods', requestedPeriod('available_periods'), {
      min: 0,
      max: 500,
    }),
    managed_availability: booleanField('managed_availability'),
    availability_rule_ids: anyOf('availability_rule_ids', reference('availability_rule_ids'), {
      min: 0,
      max: 50,
    }),
    only_managed_events: booleanField('only_managed_events'),
    ignore_tentative: booleanField('ignore_tentative'),
  })
  .meta({ id: 'AvailabilityMember' });

const required = z.preprocess(
  (value) => (value === undefined || value === null ? 'all' : value),
  z.union([z.literal('all'), z.int().min(1)], {
    error: keyed('invalid', 'required must be "all" or a number of members, from 1'),
  }),
);

const group = z
  .object({
    members: oneOrMany('members', member, { min: 1, max: availabilityLimits.members }),
    required,
  })
  .superRefine(({ members, required: requiredCount }, context) => {
    members.forEach(({ sub }, index) => {
      if (members.findIndex((one) => one.sub === sub) === index) return;
      const message = keyed('duplicate', `${sub} is in this group already`);
      context.addIssue({ code: 'custom', path: ['members', index, 'sub'], message });
    });
    if (requiredCount === 'all' || requiredCount <= members.length) return;
    const message = keyed('invalid', `required is ${requiredCount}, but the group has ${members.length} members`);
    context.addIssue({ code: 'custom', path: ['required'], message });
  })
  .meta({ id: 'AvailabilityGroup' });

/** Participants in order of preference. */
const participants = oneOrMany('participants', group, { min: 1, max: availabilityLimits.members }).superRefine(
  (groups, context) => {
    if (groups.reduce((sum, { members }) => sum + members.length, 0) <= availabilityLimits.members) return;
    const message = keyed('too_many', `a query may have at most ${availabilityLimits.members} members`);
    context.addIssue({ code: 'custom', message });
  },
);

export const periods = (name: string) =>
  anyOf(name, requestedPeriod(name), { min: 1, max: availabilityLimits.periods });

export const meeting = {
  participants,
  required_duration: duration('required_duration', 1),
  start_interval: absentIfEmpty(duration('start_interval', 1)),
  buffer,
  query_periods: periods('query_periods'),
  available_periods: periods('available_periods'),
};

export const maxResults = z
  .int({ error: keyed('must_be_integer', 'max_results must be a whole number') })
  .min(1, keyed('invalid', 'max_results must be from 1 to 512'))
  .max(availabilityLimits.results, keyed('invalid', 'max_results must be from 1 to 512'))
  .nullish();
