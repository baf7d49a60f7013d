import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, planErrors } from '../shared/errors.js';
import { anyOf, requestedStart, booleanField } from './availability-fields.js';
import { foundTime, unknownMembers } from './found.js';
import { availabilityLimits, maxResults, meeting } from './meeting.js';

type Given = Record<string, unknown>;

/** Exactly one of the members that define the time; if it is missing, the error names it by its current name. */
function oneOf(names: readonly string[]) {
  return (body: Given, context: z.RefinementCtx) => {
    const given = names.filter((name) => body[name] !== undefined && body[name] !== null);
    const message =
      given.length === 0
        ? keyed('required', `${names[0]} must be specified`)
        : keyed('invalid', `only one of ${given.join(', ')} may be present`);
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
    query_slots: anyOf('query_slots', requestedStart('query_slots'), {
      min: 1,
      max: availabilityLimits.slots,
    }),
    response_format: z
      .enum(['periods', 'slots', 'overlapping_slots'], {
        error: keyed('not_recognized', 'response_format must be periods, slots or overlapping_slots'),
      })
      .nullish(),
    max_results: maxResults,
    explain: booleanField('explain'),
  })
  .superRefine(single.check, single.when as never)
  .meta({ id: 'AvailabilityQuery' });

export type AvailabilityBody = z.output<typeof availabilityBody>;

export const queryAvailability = endpoint({
  method: 'post',
  path: '/v1/availability',
  operation: 'queryAvailability',
  summary:
    "When these people can meet; earlier members are preferred, later ones still offer time. With a user's token, only that user may be queried",
  tag: 'availability',
  credential: 'api-key-or-token',
  allScopes: ['read_free_busy'],
  body: availabilityBody,
  responses: {
    200: {
      description: 'The periods, or the slots if a slot format or query_slots was requested; UTC, ascending.',
      schema: z.object({
        available_periods: z.array(z.object(foundTime)).optional(),
        available_slots: z.array(z.object(foundTime)).optional(),
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
    ...bodyErrors,
    ...planErrors,
  },
});
