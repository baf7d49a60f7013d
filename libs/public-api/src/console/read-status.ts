import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied } from '../shared/errors.js';

const status = z.enum(['ok', 'degraded', 'failed']);

export const readStatus = endpoint({
  method: 'get',
  path: '/admin/v1/status',
  operation: 'readStatus',
  summary: 'How the deployment is: its services, and what waits',
  ...byAdminKey,
  description:
    'Services that run in other processes are seen by their own /health/ready. For developers, numbers are those of their own applications.',
  responses: {
    200: {
      description: 'The status',
      schema: z
        .object({
          services: z
            .array(
              z.object({
                name: z.string().describe('The service.'),
                status: status.describe('The worst of its checks. degraded: it works, but needs an operator.'),
                checks: z
                  .array(
                    z.object({
                      name: z.string().describe('The check.'),
                      status: status.describe('Its result.'),
                      detail: z.string().nullable().describe('What was found, for the operator; null if nothing was.'),
                    }),
                  )
                  .describe('Its checks.'),
              }),
            )
            .describe('The services of this process.'),
          applications: z.number().int().describe('How many applications there are.'),
          accounts: z.number().int().describe('How many accounts there are; more than 10,000 are not counted further.'),
          failing_accounts: z
            .number()
            .int()
            .describe('Accounts with a profile that cannot be read or is disconnected.'),
          pending_writes: z
            .number()
            .int()
            .describe('Writes that were accepted and that no record of the event shows yet.'),
          changes_by_hour: z
            .array(
              z.object({
                hour: z.string().describe('The beginning of the hour, in UTC.'),
                own: z.number().int().describe('Changes that applications made through the API.'),
                others: z.number().int().describe('Changes that others made, at providers or in time.'),
              }),
            )
            .describe('The last 24 hours, the oldest first; hours without changes have zeros.'),
        })
        .meta({ id: 'Status' }),
      example: {
        services: [{ name: 'gateway', status: 'ok', checks: [{ name: 'database', status: 'ok', detail: null }] }],
        applications: 3,
        accounts: 1204,
        failing_accounts: 2,
        pending_writes: 0,
        changes_by_hour: [{ hour: '2026-11-19T08:00:00Z', own: 12, others: 40 }],
      },
    },
    ...adminDenied,
  },
});
