import { instantMs } from '@kalends/icalendar';
import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, keyed, notFound, unprocessable } from '../shared/errors.js';
import { instant } from '../shared/fields.js';
import { inspectedAccount, inspectedFields, inspectedWhere, viewReason } from './inspected-shape.js';

export const inspectEventsQuery = z
  .object({
    from: instant('from')
      .transform((text) => instantMs(text)!)
      .describe('UTC time from which events are shown.'),
    to: instant('to')
      .transform((text) => instantMs(text)!)
      .describe('UTC time before which they begin; at most 62 days after from.'),
    ...viewReason,
  })

  .refine(({ from, to }) => to > from && to - from <= 62 * 86_400_000, {
    error: keyed('invalid_span', 'to must be after from, by at most 62 days'),
    path: ['to'],
  });

const inspected = z
  .object({
    ...inspectedFields,
    instance: z.string().describe('Which instance of a series it is; empty for a single event.'),
    start: z.string().describe('UTC time of its start; a local date for an all-day event.'),
    end: z.string().describe('UTC time of its end; for an all-day event, the local date after its last day.'),
    all_day: z.boolean().describe('Whether it is an all-day event.'),
  })
  .meta({ id: 'InspectedEvent' });

export const inspectEvents = endpoint({
  method: 'get',
  path: '/admin/v1/accounts/{sub}/events',
  operation: 'inspectEvents',
  summary: "An account's events in a span of time, with where each comes from and whether it is synced",
  ...byAdminKey,
  description: 'For operators who investigate a missing event. Each view of titles is an entry of the audit.',
  params: z.object(inspectedAccount),
  query: inspectEventsQuery,
  responses: {
    200: {
      description: 'The events; truncated if there are more than 2,000',
      schema: z.object({
        events: z.array(inspected).describe('The earliest first; at most 2,000.'),
        truncated: z.boolean().describe('Whether more than 2,000 events are in the span.'),
      }),
      example: {
        events: [
          {
            ...inspectedWhere,
            instance: '',
            start: '2026-11-19T09:00:00Z',
            end: '2026-11-19T10:00:00Z',
            all_day: false,
            origin: 'others',
            state: 'synced',
            summary: null,
          },
        ],
        truncated: false,
      },
    },
    404: notFound,
    422: unprocessable,
    ...adminDenied,
  },
});
