import { z } from 'zod';
import { availableBookableEvents, bookableEventsQuery } from '../bookable-events/offered-bookable-events.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, busErrors } from '../shared/errors.js';
import { anyOf, requestedStart, booleanField } from './availability-fields.js';
import { excludedEvents } from './excluded-event.js';
import { foundExample, foundTime, memberStatuses, refusedTime, unknownExample, unknownMembers } from './found.js';
import {
  availabilityLimits,
  conditionsExample,
  includeMemberStatuses,
  maxResults,
  meeting,
  meetingExample,
  periodsByOldName,
  queryExample,
} from './meeting.js';

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
    }).describe('Requested starts, in place of query_periods. From 1 to 512, with the same limit of 35 days.'),
    response_format: z
      .enum(['periods', 'slots', 'overlapping_slots'], {
        error: keyed('not_recognized', 'response_format must be periods, slots or overlapping_slots'),
      })
      .nullish()
      .describe(
        'periods: as long as possible; slots: of required_duration, without overlaps; overlapping_slots: one at every start_interval. Default: periods.',
      ),
    max_results: maxResults,
    excluded_events: excludedEvents,
    include_member_statuses: includeMemberStatuses,
    explain: booleanField('explain').describe(
      'True: also which time was refused, because of whom and why, without details of events. Default: false.',
    ),
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
  elements: ['availability'],
  allScopes: ['read_free_busy'],
  description:
    'Of query_periods, available_periods and query_slots, exactly one is given. What was written through the API counts in the next query; no provider is called. In place of all this, bookable_events returns those of the application’s bookable events that have a place left, with the API key.',
  example: {
    ...meetingExample,
    query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
    response_format: 'slots',
    max_results: 1,
    explain: true,
  },
  moreExamples: {
    'with every condition': { ...conditionsExample, ...queryExample, ...periodsByOldName },
    'only these starts': { ...meetingExample, query_slots: [{ start: '2026-11-20T10:00:00Z' }] },
    'places left in bookable events': { bookable_events: [{ bookable_event_id: 'yoga-2026-12-01' }] },
  },
  body: z.union([availabilityBody, bookableEventsQuery]),
  responses: {
    200: {
      description: 'The periods, or the slots if a slot format or query_slots was requested; UTC, ascending.',
      schema: z.object({
        available_periods: z
          .array(z.object(foundTime))
          .optional()
          .describe('Periods, ascending; without a slot format.'),
        available_slots: z
          .array(z.object(foundTime))
          .optional()
          .describe('Slots, ascending; with a slot format or query_slots.'),
        available_bookable_events: availableBookableEvents,
        members: unknownMembers,
        member_statuses: memberStatuses,
        unavailable: z
          .array(refusedTime)
          .optional()
          .describe('Parts of the requested time that were refused, the earliest 5,000; only with explain.'),
      }),
      example: {
        available_slots: [foundExample],
        unavailable: [
          {
            start: '2026-11-20T09:30:00Z',
            end: '2026-11-20T10:00:00Z',
            members: [{ sub: 'acc_5ba21743f408617d1269ea1e', reason: 'busy' }],
          },
        ],
      },
      moreExamples: {
        'periods, with a member whose time is not known': { available_periods: [foundExample], ...unknownExample },
        'bookable events': {
          available_bookable_events: [
            {
              bookable_event_id: 'yoga-2026-12-01',
              start: '2026-12-01T17:00:00Z',
              end: '2026-12-01T18:30:00Z',
              registration: { capacity: 12, registered_count: 1 },
            },
          ],
        },
      },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
