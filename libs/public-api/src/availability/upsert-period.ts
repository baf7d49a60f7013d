import { instantMs } from '@kalends/icalendar';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed } from '../shared/errors.js';
import { instant, zone } from '../shared/fields.js';
import { ownCall } from './own-call.js';
import { availabilityId } from './rule.js';

const moment = (name: string) =>
  z.union(
    [
      instant(name),
      z.object({
        time: instant(`${name}.time`).describe('An instant: a time with Z or an offset, such as 2026-11-20T15:00:00Z.'),
        tzid: zone(`${name}.tzid`).describe('IANA time zone, such as Europe/Berlin.'),
      }),
    ],
    {
      error: (issue) =>
        issue.input === undefined
          ? keyed('required', `${name} must be specified`)
          : keyed('must_be_time', `${name} must be a time with Z or an offset (2026-11-20T15:00:00Z), or {time, tzid}`),
    },
  );

type Moment = string | { time: string; tzid: string };

const momentMs = (value: Moment): number => instantMs(typeof value === 'string' ? value : value.time)!;

const reads = (value: unknown): value is Moment => {
  const text = typeof value === 'string' ? value : (value as { time?: unknown } | null | undefined)?.time;
  return typeof text === 'string' && instantMs(text) !== null;
};

export const upsertPeriodBody = z
  .object({
    available_period_id: availabilityId('available_period_id').describe(
      "The application's own id of the period, unique in the account. From 1 to 64 ASCII characters.",
    ),
    start: moment('start').describe('First instant of the period, with or without its time zone.'),
    end: moment('end').describe('Instant at which the period has ended, after start.'),
    tzid: zone('tzid')
      .nullish()
      .describe(
        'IANA time zone in which the period is shown with localized_times. Default: that of start, if it has one.',
      ),
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
  ...ownCall,
  method: 'post',
  path: '/v1/available_periods',
  operation: 'upsertAvailablePeriod',
  summary: 'Create or replace a period in which the account is available',
  description:
    'Availability queries use it for members with managed_availability. A period with the same id is replaced. Needs no particular scope.',
  example: {
    available_period_id: 'shift-7',
    start: '2026-11-20T09:00:00Z',
    end: '2026-11-20T12:00:00Z',
    tzid: 'Europe/London',
  },
  moreExamples: {
    'times with their zone': {
      available_period_id: 'shift-8',
      start: { time: '2026-11-21T09:00:00Z', tzid: 'Europe/London' },
      end: { time: '2026-11-21T12:00:00Z', tzid: 'Europe/London' },
    },
  },
  body: upsertPeriodBody,
  responses: { 202: { description: 'Stored. Empty body.' }, ...bodyErrors, ...busErrors },
});
