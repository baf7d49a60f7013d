import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, denied } from '../shared/errors.js';
import { elementConflict, elementHoldCall } from './element-hold-call.js';

export const confirmElementHold = endpoint({
  ...elementHoldCall,
  method: 'post',
  path: '/v1/element_holds/confirm',
  operation: 'confirmElementHold',
  summary: 'Write the event of the token at the time of its hold',
  description:
    'The event and its calendar are those that the application fixed when it requested the token; the page sends nothing.',
  responses: {
    200: {
      description: 'Booked: the event is stored, and visible to the next read; its provider follows.',
      schema: z.object({
        event: z
          .object({
            event_id: z.string().describe("The application's own id of the event."),
            summary: z.string().describe('Its title.'),
            start: z.string().describe('First instant, in UTC.'),
            end: z.string().describe('Instant at which it has ended, in UTC.'),
          })
          .describe('The event.'),
      }),
      example: {
        event: {
          event_id: 'visit-4711',
          summary: 'Site visit',
          start: '2026-11-20T10:00:00Z',
          end: '2026-11-20T10:30:00Z',
        },
      },
    },
    409: {
      description: 'The token has no hold any longer, or its event is booked at another time.',
      schema: elementConflict,
      example: { error: 'conflict', reason: 'expired', description: 'The hold has ended; hold the time again.' },
    },
    ...denied,
    ...busErrors,
  },
});
