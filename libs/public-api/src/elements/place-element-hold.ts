import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, denied } from '../shared/errors.js';
import { instant } from '../shared/fields.js';
import { conflictExample, elementConflict, elementHoldCall } from './element-hold-call.js';

export const placeElementHoldBody = z
  .object({ start: instant('start').describe('Start of one of the offered times, with Z or an offset.') })
  .meta({ id: 'ElementHoldWrite' });

export const placeElementHold = endpoint({
  ...elementHoldCall,
  method: 'post',
  path: '/v1/element_holds',
  operation: 'placeElementHold',
  summary: 'Hold an offered time for the visitor of a page; a token has one hold',
  description:
    'The time is one that the availability of the token’s booking offers now. It is kept for five minutes, and an earlier hold of the token ends.',
  body: placeElementHoldBody,
  example: { start: '2026-11-20T10:00:00Z' },
  responses: {
    201: {
      description: 'Held',
      schema: z.object({
        hold: z
          .object({
            start: z.string().describe('First instant, in UTC.'),
            end: z.string().describe('Instant at which it has ended, in UTC.'),
            expires_at: z.string().describe('The instant at which the hold ends by itself, in UTC.'),
          })
          .describe('The hold.'),
      }),
      example: {
        hold: { start: '2026-11-20T10:00:00Z', end: '2026-11-20T10:30:00Z', expires_at: '2026-11-19T08:05:00Z' },
      },
    },
    409: {
      description: 'The time is not offered, or the event is booked already.',
      schema: elementConflict,
      example: conflictExample,
    },
    ...denied,
    ...bodyErrors,
    ...busErrors,
  },
});
