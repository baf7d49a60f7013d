import { parseDate } from '@kalends/icalendar';
import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, keyed, unprocessable } from '../shared/errors.js';
import { listFields, nextAfter } from '../shared/list-fields.js';

const day = (name: string) =>
  z
    .string({ error: keyed('must_be_date', `${name} must be a date such as 2026-11-20`) })
    .refine((value) => parseDate(value) !== null, {
      error: keyed('must_be_date', `${name} must be a date such as 2026-11-20`),
    })
    .optional();

export const readUsageQuery = z.object({
  client_id: z
    .string({ error: keyed('must_be_string', 'client_id must be a string') })
    .max(200, keyed('too_long', 'client_id may have at most 200 characters'))
    .optional()
    .describe('Only this application. Default: all.'),
  from: day('from').describe('The first day, in UTC. Default: the oldest that is kept.'),
  to: day('to').describe('The last day, in UTC. Default: today.'),
  ...listFields,
});

export type ReadUsageQuery = z.output<typeof readUsageQuery>;

export const readUsage = endpoint({
  method: 'get',
  path: '/admin/v1/usage',
  operation: 'readUsage',
  summary: 'How much each application uses, by day',
  ...byAdminKey,
  description:
    'The newest day first; days without a request are left out. Days are kept for 35 days, changes for 30. A developer sees its own applications.',
  query: readUsageQuery,
  responses: {
    200: {
      description: 'A page of days',
      schema: z.object({
        usage: z
          .array(
            z
              .object({
                client_id: z.string().describe('The application.'),
                application_name: z.string().describe('Its name.'),
                day: z.string().describe('The day, in UTC.'),
                calls: z.number().int().describe('Requests with its credentials or those of its users.'),
                refused: z.number().int().describe('Those of them that were refused (status 400 and higher).'),
                changes: z.number().int().describe('Changes of events in its accounts, by whomever.'),
                accounts: z.number().int().describe('Accounts that it had at the end of the day and still has.'),
              })
              .meta({ id: 'Usage' }),
          )
          .describe('The newest day first.'),
        next_after: nextAfter,
      }),
      example: {
        usage: [
          {
            client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
            application_name: 'Room booking',
            day: '2026-11-19',
            calls: 1042,
            refused: 12,
            changes: 310,
            accounts: 57,
          },
        ],
        next_after: null,
      },
    },
    422: unprocessable,
    ...adminDenied,
  },
});
