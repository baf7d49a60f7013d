import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, planErrors } from '../shared/errors.js';
import { oneOrMany } from './availability-fields.js';
import { foundTime, unknownMembers } from './found.js';
import { availabilityLimits, maxResults, meeting, periods } from './meeting.js';

const step = z.object({
  sequence_id: z.union([z.string().min(1).max(256), z.number()], {
    error: keyed('required', 'sequence_id must be specified'),
  }),
  ordinal: z.int().min(1, keyed('invalid', 'ordinal must be a whole number from 1')).nullish(),
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
            sequence: z.array(z.object({ sequence_id: z.union([z.string(), z.number()]), ...foundTime })),
          }),
        ),
        members: unknownMembers,
      }),
    },
    ...bodyErrors,
    ...planErrors,
  },
});
