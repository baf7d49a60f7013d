import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, busErrors, notFound } from '../shared/errors.js';
import { foundExample, foundTime, refusalReason, refusedTime } from './found.js';
import { conditionsExample, meetingExample, periodsByOldName, queryExample } from './meeting.js';
import { availabilityBody } from './query-availability.js';

const { sub } = foundExample.participants[0]!;
const busy = { start: '2026-11-20T09:30:00Z', end: '2026-11-20T10:00:00Z' };

const explainedMember = z
  .object({
    sub: z.string().describe('The id of the account.'),
    name: z.string().nullable().describe('Its name, else its e-mail address; null if it has neither.'),
    unknown: z
      .enum(['initial-sync', 'disconnected', 'stale', 'unknown-calendar'])
      .nullable()
      .describe('Why nothing is known of its time; null if it is known.'),
    refused: z
      .array(
        z.object({
          start: z.string().describe('First instant, in UTC.'),
          end: z.string().describe('Instant at which it has ended, in UTC.'),
          reason: refusalReason,
        }),
      )
      .describe('When this member alone cannot meet, ascending and disjoint.'),
  })
  .meta({ id: 'ExplainedMember' });

export const explainAvailability = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/availability_explanations',
  operation: 'explainAvailability',
  summary: 'Why a time is offered or not, for each member of an availability query',
  ...byAdminKey,
  description:
    'Takes the query that the application sent to POST /v1/availability and answers it with the same computation, with the reasons. Changes nothing; titles of events are in no answer.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
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
  },
  body: availabilityBody,
  responses: {
    200: {
      description: 'The answer to the query, and its explanation',
      schema: z.object({
        available: z
          .array(z.object(foundTime))
          .describe(
            'What the query finds: periods, or slots if a slot format or query_slots was requested; ascending.',
          ),
        unavailable: z
          .array(refusedTime)
          .describe('Requested time that is not offered, ascending; the earliest 5,000.'),
        members: z
          .array(explainedMember)
          .describe('Every member once, in the order of the request; 5,000 periods at most.'),
      }),
      example: {
        available: [foundExample],
        unavailable: [{ ...busy, members: [{ sub, reason: 'busy' }] }],
        members: [{ sub, name: 'Ada Lovelace', unknown: null, refused: [{ ...busy, reason: 'busy' }] }],
      },
    },
    404: notFound,
    ...bodyErrors,
    ...busErrors,
    ...adminDenied,
  },
});
