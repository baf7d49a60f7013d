import { z } from 'zod';
import { availabilityLimits, maxResults, periods, queryPeriods } from '../availability/meeting.js';
import { excludedEvents } from '../availability/excluded-event.js';
import { absentIfEmpty, oneOrMany } from '../availability/availability-fields.js';
import { sequenceStep } from '../availability/query-sequenced-availability.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed } from '../shared/errors.js';
import { unsupported } from '../shared/unsupported.js';
import { bookedEvent } from './booking-link-fields.js';
import { linkCall } from './booking-link-shape.js';
import { createBookingLink, createBookingLinkBody } from './create-booking-link.js';
import { sequenceLinkAnswer, sequenceLinkExample } from './sequence-link-shape.js';

const step = sequenceStep.extend({
  event: absentIfEmpty(bookedEvent).describe(
    'The event of this meeting, without its times. An event_id that is repeated gets -2, -3 and so on. Default: event of the request.',
  ),
});

/** A sequence's parts are named by their ids, in answers and in the callback. */
function refuseRepeated(steps: readonly { sequence_id: string | number }[], context: z.RefinementCtx): void {
  const seen = new Set<string | number>();
  for (const [index, { sequence_id }] of steps.entries()) {
    const message = keyed('duplicate', `sequence_id ${sequence_id} is in this sequence already`);
    if (seen.has(sequence_id)) context.addIssue({ code: 'custom', path: [index, 'sequence_id'], message });
    seen.add(sequence_id);
  }
}

const query = z.object({
  sequence: oneOrMany('sequence', step, { min: 1, max: availabilityLimits.steps })
    .superRefine(refuseRepeated)
    .describe('The meetings that follow one another. From 1 to 10, each with a sequence_id of its own.'),
  query_periods: periods('query_periods').describe(`For meetings without periods of their own. ${queryPeriods}`),
  available_periods: periods('available_periods').describe('Earlier name of query_periods.'),
  max_results: maxResults.describe('Maximum number of starts that are offered, earliest first. Default: no limit.'),
  excluded_events: excludedEvents,
});

const { availability: _availability, event: _event, allow: _allow, ...shared } = createBookingLinkBody.shape;

/** The client for .NET has another name for the query (SCH-10). */
function withItsQuery(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { availability, availablity: other } = value as { availability?: unknown; availablity?: unknown };
  return (availability ?? null) === null && (other ?? null) !== null ? { ...value, availability: other } : value;
}

export const createSequenceLinkBody = z.preprocess(
  withItsQuery,
  z
    .object({
      ...shared,
      allow: unsupported('allow', 'what is booked for several meetings cannot be changed on the page'),
      event: bookedEvent.describe('The event of meetings that have none of their own, without its times.'),
      availability: query.describe(
        'When the meetings are possible, as POST /v1/sequenced_availability takes it; each may have its own event.',
      ),
    })
    .meta({ id: 'SequenceLinkWrite' }),
);

export type CreateSequenceLinkBody = z.output<typeof createSequenceLinkBody>;

const participants = [{ members: [{ sub: 'acc_5ba21743f408617d1269ea1e' }], required: 'all' }];
const { oauth, target_calendars, tzid, callback_urls } = createBookingLink.example;

const example = {
  ...{ oauth, target_calendars, tzid, callback_urls },
  event: { event_id: 'assessment-7', summary: 'Assessment day' },
  availability: {
    sequence: [
      {
        sequence_id: 'interview',
        ordinal: 1,
        participants,
        required_duration: { minutes: 60 },
        event: { event_id: 'assessment-7-1', summary: 'Interview' },
      },
      {
        sequence_id: 'tour',
        ordinal: 2,
        participants,
        required_duration: { minutes: 30 },
        buffer: { before: { maximum: { minutes: 30 } } },
        event: { event_id: 'assessment-7-2', summary: 'Tour of the site' },
      },
    ],
    query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
  },
};

const { query_periods } = example.availability;
const { allow: _changes, ...everything } = createBookingLink.moreExamples['with everything'];

export const createSequenceLink = endpoint({
  ...linkCall,
  method: 'post',
  path: '/v1/real_time_sequencing',
  operation: 'createSequenceLink',
  summary:
    'Create a booking link for several meetings that follow one another: one person picks a start, and all are booked',
  description:
    'Like POST /v1/real_time_scheduling, with a sequence in its availability. The page offers each start once, with the earliest sequence that begins then, and shows all its times before they are booked. Either all meetings are booked, or none.',
  example,
  moreExamples: {
    'with everything': {
      ...everything,
      event: example.event,
      availability: {
        sequence: [{ ...example.availability.sequence[0], query_periods, available_periods: query_periods }],
        ...{ query_periods, available_periods: query_periods, max_results: 20 },
        excluded_events: [{ event_id: 'visit-42' }],
      },
    },
  },
  body: createSequenceLinkBody,
  responses: {
    200: {
      description: 'Created',
      schema: sequenceLinkAnswer.extend({ url: z.string().describe('The address of its page, once more.') }),
      example: { url: sequenceLinkExample.url, real_time_sequencing: sequenceLinkExample },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
