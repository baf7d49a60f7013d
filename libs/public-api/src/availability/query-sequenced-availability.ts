import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, busErrors } from '../shared/errors.js';
import { oneOrMany } from './availability-fields.js';
import { excludedEvents } from './excluded-event.js';
import { foundTime, memberStatuses, unknownExample, unknownMembers } from './found.js';
import {
  availabilityLimits,
  conditionsExample,
  includeMemberStatuses,
  maxResults,
  meeting,
  meetingExample,
  periods,
  periodsByOldName,
  queryExample,
  queryPeriods,
} from './meeting.js';

/** One meeting of a sequence. */
export const sequenceStep = z.object({
  sequence_id: z
    .union([z.string().min(1).max(256), z.number()], {
      error: keyed('required', 'sequence_id must be specified'),
    })
    .describe('What the response calls this meeting: a number, or a text of at most 256 characters.'),
  ordinal: z
    .int()
    .min(1, keyed('invalid', 'ordinal must be a whole number from 1'))
    .nullish()
    .describe('Its place among the meetings, from 1. Default: after those that have one, in the order of the list.'),
  ...meeting,
});

export const sequencedAvailabilityBody = z
  .object({
    sequence: oneOrMany('sequence', sequenceStep, { min: 1, max: availabilityLimits.steps }).describe(
      'The meetings that follow one another. From 1 to 10.',
    ),
    query_periods: periods('query_periods').describe(`For meetings without periods of their own. ${queryPeriods}`),
    available_periods: periods('available_periods').describe('Earlier name of query_periods.'),
    max_results: maxResults,
    excluded_events: excludedEvents,
    include_member_statuses: includeMemberStatuses,
  })
  .meta({ id: 'SequencedAvailabilityQuery' });

export type SequencedAvailabilityBody = z.output<typeof sequencedAvailabilityBody>;

export const querySequencedAvailability = endpoint({
  method: 'post',
  path: '/v1/sequenced_availability',
  operation: 'querySequencedAvailability',
  summary: 'When several meetings can follow one another',
  tag: 'availability',
  credential: 'api-key-or-token',
  elements: ['availability'],
  allScopes: ['read_free_busy'],
  description:
    'Each meeting starts after the one before it has ended, with the buffers of both between them. Every meeting has query_periods, or the sequence has.',
  example: {
    sequence: [
      { sequence_id: 'interview', ordinal: 1, ...meetingExample },
      { sequence_id: 'debrief', ordinal: 2, ...meetingExample, required_duration: { minutes: 30 } },
    ],
    query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
    max_results: 1,
  },
  moreExamples: {
    'with every condition': {
      sequence: [
        { sequence_id: 'interview', ...conditionsExample, query_periods: periodsByOldName.available_periods },
        { sequence_id: 'debrief', ...meetingExample, ...periodsByOldName },
      ],
      ...periodsByOldName,
      ...queryExample,
    },
  },
  body: sequencedAvailabilityBody,
  responses: {
    200: {
      description: 'Each sequence with a time for every step; UTC.',
      schema: z.object({
        sequences: z
          .array(
            z.object({
              sequence: z
                .array(
                  z.object({
                    sequence_id: z.union([z.string(), z.number()]).describe('The meeting, as the request called it.'),
                    ...foundTime,
                  }),
                )
                .describe('A time for each meeting, in their order.'),
            }),
          )
          .describe('Possible sequences, ordered by their first start, then the next ones.'),
        members: unknownMembers,
        member_statuses: memberStatuses,
      }),
      example: {
        sequences: [
          {
            sequence: [
              {
                sequence_id: 'interview',
                start: '2026-11-20T09:00:00Z',
                end: '2026-11-20T10:00:00Z',
                participants: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
              },
              {
                sequence_id: 'debrief',
                start: '2026-11-20T10:00:00Z',
                end: '2026-11-20T10:30:00Z',
                participants: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
              },
            ],
          },
        ],
      },
      moreExamples: { 'a member whose time is not known': { sequences: [], ...unknownExample } },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
