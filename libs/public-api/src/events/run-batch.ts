import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed } from '../shared/errors.js';

const batchEntry = z.object({
  method: z.string().optional().describe('POST or DELETE, in any case. Default: POST.'),
  relative_url: z
    .string({ error: keyed('required', 'relative_url must be specified') })
    .describe('Path of the call: /v1/calendars/{calendar_id}/events or /v1/available_periods.'),
  data: z.record(z.string(), z.unknown()).nullish().describe('Body of the call, as it would be sent on its own.'),
});

export const batchBody = z
  .object({
    batch: z
      .array(batchEntry, { error: keyed('required', 'batch must be a list') })
      .min(1, keyed('required', 'batch must not be empty'))
      .max(50, keyed('too_many', 'batch may have at most 50 entries'))
      .describe(
        'The calls. Writes of events are carried out first, in their order, then available periods in theirs. From 1 to 50.',
      ),
  })
  .meta({ id: 'Batch' });

export const runBatch = endpoint({
  method: 'post',
  path: '/v1/batch',
  operation: 'runBatch',
  summary:
    'Up to 50 upserts and deletions of events and available periods in one request, each independent of the others',
  tag: 'events',
  credential: 'access-token',
  description:
    'Each entry is answered as if it were a request of its own, with the scope that it needs; one that is refused does not stop the others.',
  example: {
    batch: [
      {
        method: 'POST',
        relative_url: '/v1/calendars/cal_2MPyGxgyny6w_FK37MLy2ihIu/events',
        data: {
          event_id: 'visit-42',
          summary: 'Site visit',
          start: '2026-11-20T09:30:00Z',
          end: '2026-11-20T10:00:00Z',
        },
      },
      {
        method: 'DELETE',
        relative_url: '/v1/calendars/cal_2MPyGxgyny6w_FK37MLy2ihIu/events',
        data: { event_id: '' },
      },
    ],
  },
  body: batchBody,
  responses: {
    207: {
      description: 'One response per entry, in order; 202 if it was accepted.',
      schema: z.object({
        batch: z
          .array(
            z.object({
              status: z
                .number()
                .describe('The HTTP status that the entry would have on its own; 202 if it was accepted.'),
              headers: z
                .record(z.string(), z.string())
                .optional()
                .describe('Headers of the response; always absent in this release.')
                .meta({ examples: [{}] }),
              data: z
                .record(z.string(), z.unknown())
                .optional()
                .describe('Body of the response: the errors of a refused entry; absent if it was accepted.'),
            }),
          )
          .describe('Responses to the entries, in their order.'),
      }),
      example: {
        batch: [
          { status: 202 },
          {
            status: 422,
            data: { errors: { event_id: [{ key: 'errors.required', description: 'event_id must be specified' }] } },
          },
        ],
      },
    },
    ...bodyErrors,
    ...denied,
  },
});
