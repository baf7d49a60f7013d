import { services } from '@kalends/contracts';
import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, keyed, unprocessable } from '../shared/errors.js';
import { listFields, nextAfter } from '../shared/list-fields.js';
import { deadLetterExample, deadLetterShape } from './dead-letter-shape.js';

export const listDeadLettersQuery = z.object({
  service: z
    .enum(services, { error: keyed('not_recognized', `service must be one of ${services.join(', ')}`) })
    .optional()
    .describe('Only those of this service. Default: all.'),
  topic: z
    .string({ error: keyed('must_be_string', 'topic must be a string') })
    .max(200, keyed('too_long', 'topic may have at most 200 characters'))
    .optional()
    .describe('Only messages of this topic. Default: all.'),
  ...listFields,
});

export type ListDeadLettersQuery = z.output<typeof listDeadLettersQuery>;

export const listDeadLetters = endpoint({
  method: 'get',
  path: '/admin/v1/dead_letters',
  operation: 'listDeadLetters',
  summary: 'Messages that services could not handle or send, newest first',
  ...byAdminKey,
  description:
    'They are requested from each service; one that does not answer within 3 seconds is named, and the others are listed all the same. What the messages contain is not shown here.',
  query: listDeadLettersQuery,
  responses: {
    200: {
      description: 'A page of dead letters',
      schema: z.object({
        dead_letters: z.array(deadLetterShape).describe('Those that failed last first.'),
        services: z
          .array(
            z.object({
              service: z.enum(services).describe('The service.'),
              answered: z.boolean().describe('Whether it answered; if not, its dead letters are missing here.'),
              dead_letters: z
                .number()
                .int()
                .nullable()
                .describe('How many it has in all that the query selects; null: it did not answer.'),
            }),
          )
          .describe('The services whose dead letters were requested.'),
        next_after: nextAfter,
      }),
      example: {
        dead_letters: [deadLetterExample],
        services: [
          { service: 'calendar-sync', answered: true, dead_letters: 1 },
          { service: 'notifier', answered: false, dead_letters: null },
        ],
        next_after: null,
      },
    },
    422: unprocessable,
    ...adminDenied,
  },
});
