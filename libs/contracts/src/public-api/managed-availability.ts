import { z } from 'zod';
import { weekdays } from '../availability/managed-availability.js';
import { anyOf, oneOrMany, reference } from './availability-fields.js';
import { endpoint } from './endpoint.js';
import {
  bodyErrors,
  forbidden,
  keyed,
  notFound,
  timedOut,
  unauthorized,
  unavailable,
  unprocessable,
} from './errors.js';
import { flag, instant, instantMs, dateOrTime, zone } from './fields.js';

const id = (name: string) =>
  z
    .string({ error: keyed('must_be_string', `${name} must be a string`) })
    .regex(/^[\x20-\x7e]{1,64}$/, keyed('invalid', `${name} is 1 to 64 ASCII characters`));

const clock = (name: string, pattern: RegExp) =>
  z
    .string({ error: keyed('invalid', `${name} is written 09:30`) })
    .regex(pattern, keyed('invalid', `${name} is written 09:30`));

const weekly = z
  .object({
    day: z.enum(weekdays, { error: keyed('not_recognized', `day is one of ${weekdays.join(', ')}`) }),
    start_time: clock('start_time', /^([01]\d|2[0-3]):[0-5]\d$/),
    end_time: clock('end_time', /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .superRefine(({ start_time, end_time }, context) => {
    if (start_time >= end_time) {
      const message = keyed('invalid_time_pair', 'end_time must be after start_time');
      context.addIssue({ code: 'custom', path: ['end_time'], message });
    }
  });

const rule = {
  availability_rule_id: id('availability_rule_id'),
  tzid: zone('tzid'),
  calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 1, max: 200 }),
  weekly_periods: oneOrMany('weekly_periods', weekly, { min: 0, max: 100 }),
};

export const upsertRuleBody = z.object(rule).meta({ id: 'AvailabilityRuleWrite' });

const ruleShape = z
  .object({
    availability_rule_id: z.string(),
    tzid: z.string(),
    calendar_ids: z.array(z.string()).optional(),
    weekly_periods: z.array(z.object({ day: z.enum(weekdays), start_time: z.string(), end_time: z.string() })),
  })
  .meta({ id: 'AvailabilityRule' });

const common = { tag: 'availability', credential: 'access-token' } as const;
const asks = { 401: unauthorized, 403: forbidden, 503: unavailable, 504: timedOut };
const ruleId = z.object({ availability_rule_id: z.string() });

export const upsertRule = endpoint({
  ...common,
  method: 'post',
  path: '/v1/availability_rules',
  operation: 'upsertAvailabilityRule',
  summary: 'Create or replace weekly hours in which the account can be met',
  body: upsertRuleBody,
  responses: {
    200: { description: 'The rule', schema: z.object({ availability_rule: ruleShape }) },
    ...bodyErrors,
    ...asks,
  },
});

export const listRules = endpoint({
  ...common,
  method: 'get',
  path: '/v1/availability_rules',
  operation: 'listAvailabilityRules',
  summary: "List the account's availability rules",
  responses: {
    200: { description: 'The rules', schema: z.object({ availability_rules: z.array(ruleShape) }) },
    ...asks,
  },
});

export const readRule = endpoint({
  ...common,
  method: 'get',
  path: '/v1/availability_rules/{availability_rule_id}',
  operation: 'readAvailabilityRule',
  summary: 'Read an availability rule',
  params: ruleId,
  responses: {
    200: { description: 'The rule', schema: z.object({ availability_rule: ruleShape }) },
    404: notFound,
    ...asks,
  },
});

export const deleteRule = endpoint({
  ...common,
  method: 'delete',
  path: '/v1/availability_rules/{availability_rule_id}',
  operation: 'deleteAvailabilityRule',
  summary: 'Delete an availability rule',
  params: ruleId,
  responses: { 202: { description: 'Gone. Empty body.' }, 404: notFound, ...asks },
});

const moment = (name: string) =>
  z.union([instant(name), z.object({ time: instant(`${name}.time`), tzid: zone(`${name}.tzid`) })], {
    error: (issue) =>
      issue.input === undefined
        ? keyed('required', `${name} must be specified`)
        : keyed('must_be_time', `${name} must be a time, or {time, tzid}`),
  });

type Moment = string | { time: string; tzid: string };
export const momentMs = (value: Moment): number => instantMs(typeof value === 'string' ? value : value.time)!;

const reads = (value: unknown): value is Moment => {
  const text = typeof value === 'string' ? value : (value as { time?: unknown } | null | undefined)?.time;
  return typeof text === 'string' && instantMs(text) !== null;
};

export const upsertPeriodBody = z
  .object({
    available_period_id: id('available_period_id'),
    start: moment('start'),
    end: moment('end'),
    tzid: zone('tzid').nullish(),
  })
  .superRefine(
    ({ start, end }, context) => {
      if (momentMs(start) < momentMs(end)) return;
      context.addIssue({
        code: 'custom',
        path: ['end'],
        message: keyed('invalid_time_pair', 'end must be after start'),
      });
    },
    {
      when: ({ value }) => {
        const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
        return reads(start) && reads(end);
      },
    },
  )
  .meta({ id: 'AvailablePeriodWrite' });

export const upsertPeriod = endpoint({
  ...common,
  method: 'post',
  path: '/v1/available_periods',
  operation: 'upsertAvailablePeriod',
  summary: 'Create or replace a period in which the account can be met',
  body: upsertPeriodBody,
  responses: { 202: { description: 'Stored. Empty body.' }, ...bodyErrors, ...asks },
});

/** `from` and `to` (exclusive) are read in `tzid`, which they need. */
export const listPeriodsQuery = z
  .object({
    from: dateOrTime('from').optional(),
    to: dateOrTime('to').optional(),
    tzid: zone('tzid').optional(),
    localized_times: flag('localized_times'),
  })
  .superRefine(
    (query, context) => {
      if ((query.from ?? query.to) === undefined || query.tzid !== undefined) return;
      const message = keyed('tzid_unrecognized', 'tzid is needed with from and to');
      context.addIssue({ code: 'custom', path: ['tzid'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );

const localized = z.union([z.string(), z.object({ time: z.string(), tzid: z.string() })]);

const periodsPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    available_periods: z.array(z.object({ available_period_id: z.string(), start: localized, end: localized })),
  })
  .meta({ id: 'AvailablePeriodsPage' });

export const listPeriodsNextPage = endpoint({
  ...common,
  method: 'get',
  path: '/v1/available_periods/pages/{cursor}',
  operation: 'listAvailablePeriodsNextPage',
  summary: 'Read the page that pages.next_page named',
  params: z.object({ cursor: z.string() }),
  responses: { 200: { description: 'A page of periods', schema: periodsPage }, 404: notFound, ...asks },
});

export const listPeriods = endpoint({
  ...common,
  method: 'get',
  path: '/v1/available_periods',
  operation: 'listAvailablePeriods',
  summary: "List the account's available periods",
  query: listPeriodsQuery,
  responses: {
    200: {
      description: 'The periods, ascending',
      schema: periodsPage,
    },
    422: unprocessable,
    ...asks,
  },
});

export const deletePeriodsBody = z
  .object({
    available_period_id: id('available_period_id').nullish(),
    delete_all: flag('delete_all'),
  })
  .superRefine(
    (body, context) => {
      if (body.available_period_id || body.delete_all === true) return;
      const message = keyed('required', 'available_period_id, or delete_all, must be specified');
      context.addIssue({ code: 'custom', path: ['available_period_id'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .meta({ id: 'AvailablePeriodDelete' });

export const deletePeriods = endpoint({
  ...common,
  method: 'delete',
  path: '/v1/available_periods',
  operation: 'deleteAvailablePeriods',
  summary: 'Delete one available period, or all',
  query: z.object({ available_period_id: z.string().optional(), delete_all: z.string().optional() }),
  body: deletePeriodsBody,
  responses: { 202: { description: 'Gone. Empty body.' }, ...bodyErrors, ...asks },
});
