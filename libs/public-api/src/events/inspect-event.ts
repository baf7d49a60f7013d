import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound, unprocessable } from '../shared/errors.js';
import { refusedWriteExample, refusedWriteShape } from './refused-write.js';
import { inspectedAccount, inspectedFields, inspectedWhere, viewReason } from './inspected-shape.js';

export const inspectEventQuery = z.object(viewReason);

const step = z
  .object({
    began_at: z
      .string()
      .describe(
        'When it began, in UTC: of an accepted write, when its request was received; of what its provider did, when it was accepted. The same as at for what took no time.',
      ),
    at: z.string().describe('When it ended, in UTC; for what still waits, the instant of this answer.'),
    what: z
      .string()
      .describe(
        'accepted (and from then on shown by reads), written (its provider has it), waits, waits for its provider, refused, changed, deleted, entered the window of reads, calendar deleted, or shown: a record of it is what reads return.',
      ),
    by: z.enum(['application', 'others', 'kalends']).describe('Who did it.'),
    detail: z.string().nullable().describe('More about it, in a sentence; null if there is nothing more.'),
    advice: z.string().nullable().describe('What to do about it, in a sentence; null if there is nothing to do.'),
    command: z.number().int().nullable().describe('The number of the write that it belongs to; null: to none.'),
    request_id: z
      .string()
      .nullable()
      .describe('X-Request-Id of the request that it came with, as in the log; null if it came with none.'),
  })
  .meta({ id: 'EventStep' });

const advice = 'Ask the user for write access to the calendar, or write to another calendar of the same user.';

const steps = [
  {
    began_at: '2026-11-19T08:00:00.000Z',
    at: '2026-11-19T08:00:00.012Z',
    what: 'accepted',
    by: 'application',
    detail: 'Write 12 creates or changes it; reads show that from now on.',
    advice: null,
    command: 12,
    request_id: '7f0c2a1e-9b7d-4b1c-8a40-5d0e3f6a2b91',
  },
  {
    began_at: '2026-11-19T08:00:00.012Z',
    at: '2026-11-19T08:00:00.640Z',
    what: 'refused',
    by: 'others',
    detail: 'The calendar is read-only.',
    advice,
    command: 12,
    request_id: null,
  },
];

export const inspectEvent = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}/events/{calendar_id}/{event_uid}',
  operation: 'inspectEvent',
  summary: 'What happened to one event, in order',
  ...byAdminKey,
  description:
    'Writes and changes of the last 30 days, from the request until its provider has it or refuses it, and since when reads show what they show. When the provider confirmed is known of the last confirmed write.',
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
            start: z
              .string()
              .nullable()
              .describe(
                'UTC time of its start, of a series that of the first occurrence that reads return; a date for an all-day event; null if there is none.',
              ),
            end: z.string().nullable().describe('The same of its end.'),
            all_day: z.boolean().describe('Whether it is an all-day event.'),
            start_tzid: z
              .string()
              .nullable()
              .describe('IANA zone in which its start was written; null if it was written in UTC or without a zone.'),
            calendar_tzid: z
              .string()
              .nullable()
              .describe('IANA zone of its calendar, in which times without a zone are read; null if it is not known.'),
            default_tzid: z.string().describe('IANA zone of the account.'),
            calendar_deleted_at: z
              .string()
              .nullable()
              .describe('Since when its calendar is deleted at its provider, in UTC; null if it is not.'),
            deleted: z.boolean().describe('Whether it exists no more.'),
            recurring: z.boolean().describe('Whether it is a series.'),
            command: z.number().int().describe('The number of the last write that its record includes; 0: none.'),
            revision: z.number().int().describe('The revision of its record; a higher one replaces a lower one.'),
            pending_command: z
              .number()
              .int()
              .nullable()
              .describe('The number of the write that waits; null: none waits.'),
            refused_write: refusedWriteShape
              .extend({ advice: z.string().describe('What to do about it, in a sentence.') })
              .optional()
              .describe('The write that its provider refused; absent: none.'),
          })
          .describe('The event.'),
        steps: z.array(step).describe('In the order of their ends: the last 200 of the log, and what waits.'),
      }),
      example: {
        event: {
          ...inspectedWhere,
          origin: 'application',
          state: 'refused',
          summary: 'Board meeting',
          event_id: 'qTtZdczOccgaPncGJaCiLg',
          start: '2026-11-19T09:00:00Z',
          end: '2026-11-19T10:00:00Z',
          all_day: false,
          start_tzid: 'Europe/London',
          calendar_tzid: 'Europe/London',
          default_tzid: 'Europe/London',
          calendar_deleted_at: null,
          deleted: false,
          recurring: false,
          command: 12,
          revision: 1795075200000,
          pending_command: null,
          refused_write: { ...refusedWriteExample, advice },
        },
        steps,
      },
    },
    404: notFound,
    422: unprocessable,
    ...adminDenied,
  },
});
