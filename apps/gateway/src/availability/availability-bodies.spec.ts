import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  availabilityBody,
  deletePeriodsBody,
  placeHoldBody,
  sequencedAvailabilityBody,
  upsertPeriodBody,
  upsertRuleBody,
} from '@kalends/public-api';
import { errorsOf } from '../http/validation-errors.js';

const wrongIn = (schema: z.ZodType, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? {} : errorsOf(parsed.error.issues as never, input).errors;
};
const paths = (schema: z.ZodType, input: unknown) => Object.keys(wrongIn(schema, input)).sort();

const period = { start: '2026-11-23T09:00:00Z', end: '2026-11-23T17:00:00Z' };
const query = {
  participants: [{ members: [{ sub: 'acc_1' }], required: 'all' }],
  required_duration: { minutes: 60 },
  query_periods: [period],
};
const at = { start: Date.parse('2026-11-23T09:00:00Z'), end: Date.parse('2026-11-23T17:00:00Z') };

describe('an availability query', () => {
  it('given single objects, null and {} as clients send them, when read, then they count as lists and as absent (HTTP-15)', () => {
    const tolerant = {
      participants: { members: { sub: 'acc_1', calendar_ids: null, available_periods: null }, required: 'all' },
      required_duration: { hours: 1, minutes: null },
      start_interval: null,
      buffer: {},
      available_periods: period,
      extra: true,
    };
    expect(availabilityBody.parse(tolerant)).toMatchObject({
      participants: [{ members: [{ sub: 'acc_1' }], required: 'all' }],
      required_duration: 60,
      buffer: { before: { minimum: 0, maximum: null }, after: { minimum: 0, maximum: null } },
      available_periods: [at],
    });
  });

  it('given buffers in both forms, when read, then they are minutes (HTTP-5)', () => {
    const buffer = { before: { minutes: 15 }, after: { minimum: { hours: 1 }, maximum: { hours: 2, minutes: 30 } } };
    expect(availabilityBody.parse({ ...query, buffer }).buffer).toEqual({
      before: { minimum: 15, maximum: null },
      after: { minimum: 60, maximum: 150 },
    });
  });

  it.each([
    ['nothing', {}, ['participants', 'query_periods', 'required_duration']],
    ['no participants', { ...query, participants: [] }, ['participants']],
    ['FC-25: an empty member list', { ...query, participants: [{ members: [] }] }, ['participants[0].members']],
    [
      'the same person twice in a group, with other conditions',
      { ...query, participants: [{ members: [{ sub: 'a' }, { sub: 'a', ignore_tentative: true }] }] },
      ['participants[0].members[1].sub'],
    ],
    ['a member without sub', { ...query, participants: [{ members: [{}] }] }, ['participants[0].members[0].sub']],
    [
      'a calendar without a name',
      { ...query, participants: [{ members: [{ sub: 'a', calendar_ids: [''] }] }] },
      ['participants[0].members[0].calendar_ids[0]'],
    ],
    [
      'more required than members',
      { ...query, participants: [{ members: [{ sub: 'a' }], required: 2 }] },
      ['participants[0].required'],
    ],
    [
      'required some',
      { ...query, participants: [{ members: [{ sub: 'a' }], required: 'some' }] },
      ['participants[0].required'],
    ],
    ['no duration', { ...query, required_duration: { minutes: 0 } }, ['required_duration']],
    [
      '70 minutes beside hours',
      { ...query, required_duration: { hours: 1, minutes: 70 } },
      ['required_duration.minutes'],
    ],
    ['half a minute', { ...query, required_duration: { minutes: 0.5 } }, ['required_duration.minutes']],
    ['an empty interval', { ...query, start_interval: { minutes: 0 } }, ['start_interval']],
    ['periods under both names', { ...query, available_periods: [period] }, ['available_periods']],
    ['periods and slots', { ...query, query_slots: [{ start: period.start }] }, ['query_slots']],
    [
      'a reversed period',
      { ...query, query_periods: [{ start: period.end, end: period.start }] },
      ['query_periods[0].end'],
    ],
    ['a period without end', { ...query, query_periods: [{ start: period.start }] }, ['query_periods[0].end']],
    ['51 periods', { ...query, query_periods: Array.from({ length: 51 }, () => period) }, ['query_periods']],
    ['no period', { ...query, query_periods: [] }, ['query_periods']],
    ['0 results', { ...query, max_results: 0 }, ['max_results']],
    ['513 results', { ...query, max_results: 513 }, ['max_results']],
    ['an unknown format', { ...query, response_format: 'list' }, ['response_format']],
    [
      'a negative buffer',
      { ...query, buffer: { before: { minimum: { hours: 2 }, maximum: { hours: 1 } } } },
      ['buffer.before.maximum'],
    ],
    [
      'a buffer that is a string',
      { ...query, buffer: { before: 'javascript:alert(1)', after: [7] } },
      ['buffer.after.minimum', 'buffer.before.minimum'],
    ],
    [
      '101 members in two groups',
      {
        ...query,
        participants: [51, 50].map((length) => ({ members: Array.from({ length }, (_, n) => ({ sub: `acc_${n}` })) })),
      },
      ['participants'],
    ],
    [
      'several errors',
      { ...query, required_duration: 'long', max_results: 'all' },
      ['max_results', 'required_duration'],
    ],
  ])('given %s, when read, then each invalid field is named (AVL-7)', (_what, input, expected) => {
    expect(paths(availabilityBody, input)).toEqual(expected);
  });

  it('given a sequence, when its steps are invalid, then each is named by its position', () => {
    const sequence = [
      { ...query, sequence_id: 1 },
      { required_duration: { minutes: 5 }, ordinal: 0 },
    ];
    expect(paths(sequencedAvailabilityBody, { sequence })).toEqual([
      'sequence[1].ordinal',
      'sequence[1].participants',
      'sequence[1].sequence_id',
    ]);
  });
});

describe('holds, rules and periods', () => {
  it.each([
    ['an empty hold', placeHoldBody, {}, ['end', 'hold_id', 'members', 'start']],
    [
      'a reversed hold',
      placeHoldBody,
      { hold_id: 'h', members: { sub: 'a' }, start: period.end, end: period.start },
      ['end'],
    ],
    [
      'a hold of less than a second',
      placeHoldBody,
      { hold_id: 'h', members: [{ sub: 'a' }], ...period, ttl: 0.5 },
      ['ttl'],
    ],
    [
      'a rule of 25 hours',
      upsertRuleBody,
      {
        availability_rule_id: 'r',
        tzid: 'Europe/Nowhere',
        weekly_periods: [
          { day: 'monday', start_time: '9:00', end_time: '25:00' },
          { day: 'someday', start_time: '10:00', end_time: '09:00' },
        ],
      },
      ['tzid', 'weekly_periods[0].end_time', 'weekly_periods[0].start_time', 'weekly_periods[1].day'],
    ],
    [
      'a reversed rule',
      upsertRuleBody,
      {
        availability_rule_id: 'r',
        tzid: 'UTC',
        weekly_periods: [{ day: 'monday', start_time: '10:00', end_time: '09:00' }],
      },
      ['weekly_periods[0].end_time'],
    ],
    [
      'a reversed period',
      upsertPeriodBody,
      { available_period_id: 'p', start: period.end, end: period.start },
      ['end'],
    ],
    [
      'a period with a long id',
      upsertPeriodBody,
      { available_period_id: 'p'.repeat(65), ...period },
      ['available_period_id'],
    ],
    ['a deletion without ids', deletePeriodsBody, {}, ['available_period_id']],
    ['a deletion with delete_all false', deletePeriodsBody, { delete_all: false }, ['available_period_id']],
  ])('given %s, when read, then each invalid field is named', (_what, schema, input, expected) => {
    expect(paths(schema, input)).toEqual(expected);
  });
});
