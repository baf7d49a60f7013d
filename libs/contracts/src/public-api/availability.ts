import { z } from 'zod';
import {
  absentIfEmpty,
  anyOf,
  askedPeriod,
  askedStart,
  buffer,
  duration,
  oneOrMany,
  reference,
  truth,
} from './availability-fields.js';
import { endpoint } from './endpoint.js';
import { bodyErrors, forbidden, keyed, planTooSmall, timedOut, unauthorized, unavailable } from './errors.js';

/** Bounds of one query (contract §2); the span can be configured. */
export const availabilityLimits = { periods: 50, slots: 512, members: 100, results: 512, steps: 10 } as const;

const member = z
  .object({
    sub: reference('sub'),
    calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 1, max: 200 }),
    available_periods: anyOf('available_periods', askedPeriod('available_periods'), {
      min: 0,
      max: 500,
    }),
    managed_availability: truth('managed_availability'),
    availability_rule_ids: anyOf('availability_rule_ids', reference('availability_rule_ids'), {
      min: 0,
      max: 50,
    }),
    only_managed_events: truth('only_managed_events'),
    ignore_tentative: truth('ignore_tentative'),
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
  .superRefine(({ members, required: wanted }, context) => {
    members.forEach(({ sub }, index) => {
      if (members.findIndex((one) => one.sub === sub) === index) return;
      const message = keyed('duplicate', `${sub} is in this group already`);
      context.addIssue({ code: 'custom', path: ['members', index, 'sub'], message });
    });
    if (wanted === 'all' || wanted <= members.length) return;
    const message = keyed('invalid', `required asks for ${wanted} of ${members.length} members`);
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

const periods = (name: string) => anyOf(name, askedPeriod(name), { min: 1, max: availabilityLimits.periods });

const meeting = {
  participants,
  required_duration: duration('required_duration', 1),
  start_interval: absentIfEmpty(duration('start_interval', 1)),
  buffer,
  query_periods: periods('query_periods'),
  available_periods: periods('available_periods'),
};

const maxResults = z
  .int({ error: keyed('must_be_integer', 'max_results must be a whole number') })
  .min(1, keyed('invalid', 'max_results is from 1 to 512'))
  .max(availabilityLimits.results, keyed('invalid', 'max_results is from 1 to 512'))
  .nullish();

type Given = Record<string, unknown>;

/** Exactly one of the members that say when; the missing one is named by its present name. */
function oneOf(names: readonly string[]) {
  return (body: Given, context: z.RefinementCtx) => {
    const given = names.filter((name) => body[name] !== undefined && body[name] !== null);
    const message =
      given.length === 0
        ? keyed('required', `${names[0]} must be specified`)
        : keyed('invalid', `only one of ${given.join(', ')} can be asked for`);
    for (const name of given.length === 0 ? [names[0]!] : given.slice(1)) {
      context.addIssue({ code: 'custom', path: [name], message });
    }
  };
}

const checkWhen = (names: readonly string[]) => ({
  check: oneOf(names),
  when: { when: (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null },
});
const single = checkWhen(['query_periods', 'available_periods', 'query_slots']);

export const availabilityBody = z
  .object({
    ...meeting,
    query_slots: anyOf('query_slots', askedStart('query_slots'), {
      min: 1,
      max: availabilityLimits.slots,
    }),
    response_format: z
      .enum(['periods', 'slots', 'overlapping_slots'], {
        error: keyed('not_recognized', 'response_format is periods, slots or overlapping_slots'),
      })
      .nullish(),
    max_results: maxResults,
    explain: truth('explain'),
  })
  .superRefine(single.check, single.when as never)
  .meta({ id: 'AvailabilityQuery' });
export type AvailabilityBody = z.output<typeof availabilityBody>;

const step = z.object({
  sequence_id: z.union([z.string().min(1).max(256), z.number()], {
    error: keyed('required', 'sequence_id must be specified'),
  }),
  ordinal: z.int().min(1, keyed('invalid', 'ordinal is a whole number from 1')).nullish(),
  ...meeting,
});

export const sequencedAvailabilityBody = z
  .object({
    sequence: oneOrMany('sequence', step, { min: 1, max: availabilityLimits.steps }),
    query_periods: periods('query_periods'),
    available_periods: periods('available_periods'),
    max_results: maxResults,
  })
  .meta({ id: 'SequencedAvailabilityQuery' });
export type SequencedAvailabilityBody = z.output<typeof sequencedAvailabilityBody>;

const found = { start: z.string(), end: z.string(), participants: z.array(z.object({ sub: z.string() })) };

const unknownMembers = z
  .array(
    z.object({
      sub: z.string(),
      status: z.literal('unknown'),
      reason: z.enum(['initial-sync', 'disconnected', 'stale', 'unknown-calendar']),
    }),
  )
  .optional();

const errors = { ...bodyErrors, 401: unauthorized, 402: planTooSmall, 403: forbidden, 503: unavailable, 504: timedOut };

export const queryAvailability = endpoint({
  method: 'post',
  path: '/v1/availability',
  operation: 'queryAvailability',
  summary:
    "When these people can meet; earlier members are preferred, later ones still offer time. A user's token asks for its own user only",
  tag: 'availability',
  credential: 'api-key-or-token',
  allScopes: ['read_free_busy'],
  body: availabilityBody,
  responses: {
    200: {
      description: 'The periods, or the slots where a slot format or query_slots was asked for; UTC, ascending.',
      schema: z.object({
        available_periods: z.array(z.object(found)).optional(),
        available_slots: z.array(z.object(found)).optional(),
        members: unknownMembers,
        unavailable: z
          .array(
            z.object({
              start: z.string(),
              end: z.string(),
              members: z.array(
                z.object({
                  sub: z.string(),
                  reason: z.enum(['busy', 'held', 'buffer', 'outside_periods', 'unknown']),
                }),
              ),
            }),
          )
          .optional(),
      }),
    },
    ...errors,
  },
});

export const querySequencedAvailability = endpoint({
  method: 'post',
  path: '/v1/sequenced_availability',
  operation: 'querySequencedAvailability',
  summary: 'When several meetings can follow one another',
  tag: 'availability',
  credential: 'api-key-or-token',
  allScopes: ['read_free_busy'],
  body: sequencedAvailabilityBody,
  responses: {
    200: {
      description: 'Each sequence with a time for every step; UTC.',
      schema: z.object({
        sequences: z.array(
          z.object({
            sequence: z.array(z.object({ sequence_id: z.union([z.string(), z.number()]), ...found })),
          }),
        ),
        members: unknownMembers,
      }),
    },
    ...errors,
  },
});
