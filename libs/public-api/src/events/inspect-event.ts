import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound, unprocessable } from '../shared/errors.js';
import { refusedWriteExample, refusedWriteShape } from './refused-write.js';
import { inspectedAccount, inspectedFields, inspectedWhere, viewReason } from './inspected-shape.js';

export const inspectEventQuery = z.object(viewReason);

const step = z
  .object({
    at: z.string().describe('When it happened, in UTC.'),
    what: z
      .string()
      .describe(
        'accepted, refused, changed, deleted, entered the window of reads, or shown: a record of it is what reads return.',
      ),
    by: z.enum(['application', 'others', 'kalends']).describe('Who did it.'),
    detail: z.string().nullable().describe('More about it, in a sentence; null if there is nothing more.'),
  })
  .meta({ id: 'EventStep' });

export const inspectEvent = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}/events/{calendar_id}/{event_uid}',
  operation: 'inspectEvent',
  summary: 'What happened to one event, in order',
  ...byAdminKey,
  description:
    'Writes and changes of the last 30 days, whether a write waits or was refused, and since when reads show what they show.',
  params: z.object({
    ...inspectedAccount,
    calendar_id: z.string().describe('The calendar of the event.'),
    event_uid: z.string().describe('The event.'),
  }),
  query: inspectEventQuery,
  responses: {
    200: {
      description: 'The event and its steps',
      schema: z.object({
        event: z
          .object({
            ...inspectedFields,
            event_id: z.string().nullable().describe("The application's own id of the event, or null."),
            deleted: z.boolean().describe('Whether it exists no more.'),
            recurring: z.boolean().describe('Whether it is a series.'),
            command: z.number().int().describe('The number of the last write that its record includes; 0: none.'),
            revision: z.number().int().describe('The revision of its record; a higher one replaces a lower one.'),
            pending_command: z
              .number()
              .int()
              .nullable()
              .describe('The number of the write that waits; null: none waits.'),
            refused_write: refusedWriteShape.optional().describe('The write that its provider refused; absent: none.'),
          })
          .describe('The event.'),
        steps: z.array(step).describe('The oldest first; at most the last 200.'),
      }),
      example: {
        event: {
          ...inspectedWhere,
          origin: 'application',
          state: 'refused',
          summary: 'Board meeting',
          event_id: 'qTtZdczOccgaPncGJaCiLg',
          deleted: false,
          recurring: false,
          command: 12,
          revision: 1795075200000,
          pending_command: null,
          refused_write: refusedWriteExample,
        },
        steps: [{ at: '2026-11-19T08:00:00.000Z', what: 'accepted', by: 'application', detail: null }],
      },
    },
    404: notFound,
    422: unprocessable,
    ...adminDenied,
  },
});
