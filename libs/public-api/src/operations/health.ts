import { z } from 'zod';

const status = z.enum(['ok', 'degraded', 'failed']);

const health = z
  .object({
    status: status.describe('The worst of the checks. degraded: it works, but needs an operator.'),
    checks: z
      .record(
        z.string(),
        z.object({
          status: status.describe('The result of the check.'),
          detail: z.string().optional().describe('What was found, for the operator.'),
        }),
      )
      .optional()
      .describe('Each check by its name; absent for live, which checks nothing.'),
  })
  .loose()
  .meta({ id: 'Health' });

export const probe = {
  method: 'get',
  tag: 'operations',
  credential: 'none',
  responses: {
    200: {
      description: 'It is: nothing failed.',
      schema: health,
      example: { status: 'ok', checks: { database: { status: 'ok' } } },
    },
    503: {
      description: 'It is not: a check failed.',
      schema: health,
      example: {
        status: 'failed',
        checks: { database: { status: 'failed', detail: 'no answer within 2000 ms' } },
      },
    },
  },
} as const;
