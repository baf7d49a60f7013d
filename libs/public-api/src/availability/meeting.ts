import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import {
  absentIfEmpty,
  anyOf,
  requestedPeriod,
  buffer,
  duration,
  managedAvailabilityField,
  oneOrMany,
  reference,
  booleanField,
  memberBuffer,
} from './availability-fields.js';
import { constraints } from './constraint.js';

/** Limits of one query (AVL-12); the span is configurable. */
export const availabilityLimits = { periods: 50, slots: 512, members: 100, results: 512, steps: 10 } as const;

const member = z
  .object({
    sub: reference('sub').describe('The account, by its id. At most 256 characters.'),
    calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 0, max: 200 }).describe(
      'Only these calendars of the account make the member busy; with an empty list no event does. At most 200. Default: all, or those that the rules name.',
    ),
    available_periods: anyOf('available_periods', requestedPeriod('available_periods'), {
      min: 0,
      max: 500,
    }).describe('The member is available only in these periods. At most 500. Default: at any time.'),
    managed_availability: managedAvailabilityField.describe(
      'True: available only in the account\'s availability rules and available periods, as they are stored. "provider": in the working hours that the account\'s providers state, in place of the rules, and in available periods. Default: false.',
    ),
    availability_rule_ids: anyOf('availability_rule_ids', reference('availability_rule_ids'), {
      min: 0,
      max: 50,
    }).describe('With managed_availability true: only these rules; an empty list uses none. At most 50. Default: all.'),
    only_managed_events: booleanField('only_managed_events').describe(
      'True: only events that the application created through the API make the member busy. Default: false.',
    ),
    ignore_tentative: booleanField('ignore_tentative').describe(
      'True: tentative events do not make the member busy. Default: false.',
    ),
    buffer: memberBuffer.describe(
      "Free time that this member needs around the meeting, in place of the meeting's own buffer. Default: that buffer.",
    ),
    availability_constraints: constraints.describe(
      'Limits on the events that the application has created for the member: a day or week that has reached one is not offered. At most 10. Default: none.',
    ),
  })
  .meta({ id: 'AvailabilityMember' });

/** Some clients of the hosted service name the one calendar of a member as `calendar_id` (AVL-26). */
function withItsCalendar(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { calendar_id: only, calendar_ids } = value as { calendar_id?: unknown; calendar_ids?: unknown };
  return (only ?? null) === null || (calendar_ids ?? null) !== null ? value : { ...value, calendar_ids: only };
}

const required = z.preprocess(
  (value) => (value === undefined || value === null ? 'all' : value),
  z.union([z.literal('all'), z.int().min(1)], {
    error: keyed('invalid', 'required must be "all" or a number of members, from 1'),
  }),
);

type Member = z.output<typeof member>;

const { sub: _sub, calendar_ids: _calendarIds, ...conditions } = member.shape;
const conditionNames = Object.keys(conditions) as (keyof typeof conditions)[];

/** Members with the same `sub` are one, with the calendars of all: applications send one for each calendar. */
const united = (members: readonly Member[]): Member[] => {
  const bySub = new Map<string, Member>();
  for (const one of members) {
    const same = bySub.get(one.sub);
    const all = same?.calendar_ids && one.calendar_ids ? [...same.calendar_ids, ...one.calendar_ids] : undefined;
    bySub.set(one.sub, same ? { ...same, calendar_ids: all && [...new Set(all)] } : one);
  }
  return [...bySub.values()];
};

/** Whether two members with the same `sub` differ in more than their calendars. */
const contradicts = (one: Member, other: Member) =>
  conditionNames.some((name) => JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null));

/** Working hours at providers have no ids. */
function refuseRulesOfProvider(
  { managed_availability: managed, availability_rule_ids: ids }: Member,
  path: (string | number)[],
  context: z.RefinementCtx,
) {
  if (managed !== 'provider' || ids === undefined) return;
  const message = keyed('invalid', 'availability_rule_ids cannot be given with managed_availability "provider"');
  context.addIssue({ code: 'custom', path, message });
}

const group = z
  .object({
    members: oneOrMany('members', z.preprocess(withItsCalendar, member), {
      min: 1,
      max: availabilityLimits.members,
    }).describe(
      'Members in the order of preference. Those with the same sub are one, with the calendars of all; they may differ in nothing else. From 1 to 100.',
    ),
    required: required.describe(
      'How many of them have to be free: the earliest in the list are chosen, or "all". Default: "all".',
    ),
  })
  .superRefine(({ members, required: requiredCount }, context) => {
    members.forEach((member, index) => {
      refuseRulesOfProvider(member, ['members', index, 'availability_rule_ids'], context);
      const first = members.find(({ sub }) => sub === member.sub)!;
      if (!contradicts(first, member)) return;
      const message = keyed('duplicate', `${member.sub} is in this group already, with other conditions`);
      context.addIssue({ code: 'custom', path: ['members', index, 'sub'], message });
    });
    const people = united(members).length;
    if (requiredCount === 'all' || requiredCount <= people) return;
    const message = keyed('invalid', `required is ${requiredCount}, but the group has ${people} members`);
    context.addIssue({ code: 'custom', path: ['required'], message });
  })
  .transform(({ members, ...rest }) => ({ ...rest, members: united(members) }))
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

export const queryPeriods =
  'When the meeting may take place. From 1 to 50; at most 35 days from the first instant to the last, unless the deployment sets another limit.';

export const meeting = {
  participants: participants.describe(
    'Groups of members, of which each has to be satisfied. At most 100 members altogether.',
  ),
  required_duration: duration('required_duration', 1).describe('Length of the meeting, at least one minute.'),
  start_interval: absentIfEmpty(duration('start_interval', 1)).describe(
    'Time from one possible start to the next, counted from the start of the query period. Default: required_duration for slots, else 15 minutes or required_duration if that is shorter.',
  ),
  buffer: buffer.describe(
    'Free time around the meeting, which is not part of it. Each side at most as long as a query may span. Default: none.',
  ),
  query_periods: periods('query_periods').describe(queryPeriods),
  available_periods: periods('available_periods').describe('Earlier name of query_periods.'),
};

export const maxResults = z
  .int({ error: keyed('must_be_integer', 'max_results must be a whole number') })
  .min(1, keyed('invalid', 'max_results must be from 1 to 512'))
  .max(availabilityLimits.results, keyed('invalid', 'max_results must be from 1 to 512'))
  .nullish()
  .describe('Maximum number of results, earliest first, from 1 to 512. Default: 512.');

export const includeMemberStatuses = booleanField('include_member_statuses').describe(
  'True: also member_statuses, whether the calendars of each member have been read. Default: false.',
);

/** A member with every condition that a query can set. */
const memberExample = {
  sub: 'acc_5ba21743f408617d1269ea1e',
  calendar_ids: ['cal_2MPyGxgyny6w_FK37MLy2ihIu'],
  available_periods: [{ start: '2026-11-20T08:00:00Z', end: '2026-11-20T16:00:00Z' }],
  managed_availability: true,
  availability_rule_ids: ['working-hours'],
  only_managed_events: false,
  ignore_tentative: true,
  buffer: { before: { minutes: 10 }, after: { minimum: { minutes: 5 } } },
  availability_constraints: [{ limit: 3, period: 'day', tzid: 'Europe/London', tags: [{ value: 'interview' }] }],
};

const bufferExample = {
  before: { minimum: { minutes: 15 }, maximum: { hours: 2 } },
  after: { minimum: { minutes: 15 }, maximum: { hours: 1, minutes: 30 } },
};

const periodExample = { start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' };

/** A meeting with every condition; `available_periods` is the earlier name of `query_periods`. */
export const conditionsExample = {
  participants: [{ members: [memberExample], required: 1 }],
  required_duration: { hours: 1, minutes: 30 },
  start_interval: { minutes: 15 },
  buffer: bufferExample,
};

/** A query's members that concern no single meeting. */
export const queryExample = {
  excluded_events: [{ event_id: 'visit-42' }, { event_uid: 'evt_ce3436bd41842879759f4495' }],
  include_member_statuses: true,
};

export const periodsByOldName = { available_periods: [periodExample] };

/** A meeting as clients request it. */
export const meetingExample = {
  participants: [{ members: [{ sub: 'acc_5ba21743f408617d1269ea1e' }], required: 'all' }],
  required_duration: { minutes: 60 },
};
