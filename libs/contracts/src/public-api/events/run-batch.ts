import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed } from '../shared/errors.js';

const batchEntry = z.object({
  method: z.string().optional(),
  relative_url: z.string({ error: keyed('required', 'relative_url must be specified') }),
  data: z.record(z.string(), z.unknown()).nullish(),
});

export const batchBody = z
  .object({
    batch: z
      .array(batchEntry, { error: keyed('required', 'batch must be a list') })
      .min(1, keyed('required', 'batch must not be empty'))
      .max(50, keyed('too_many', 'batch may have at most 50 entries')),
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
  body: batchBody,
  responses: {
    207: {
      description: 'One response per entry, in order; 202 if it was accepted.',
      schema: z.object({
        batch: z.array(
          z.object({
            status: z.number(),
            headers: z.record(z.string(), z.string()).optional(),
            data: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
      }),
    },
    ...bodyErrors,
    ...denied,
  },
});
