import { instantMs } from '@kalends/icalendar';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, planErrors } from '../shared/errors.js';
import { instant } from '../shared/fields.js';
import { anyOf, oneOrMany, reference } from './availability-fields.js';
import { holdCall, holdConflict } from './hold-call.js';

const holdId = z
  .string({ error: keyed('must_be_string', 'hold_id must be a string') })
  .regex(/^[\x21-\x7e]{1,64}$/, keyed('invalid', 'hold_id must be 1 to 64 visible ASCII characters'));

const ttl = keyed('invalid', 'ttl must be a whole number of seconds from 1 to 86400');

export const placeHoldBody = z
  .object({
    hold_id: holdId,
    members: oneOrMany(
      'members',
      z.object({
        sub: reference('sub'),
        calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 1, max: 200 }),
      }),
      { min: 1, max: 100 },
    ),
    start: instant('start'),
    end: instant('end'),
    ttl: z.int({ error: ttl }).min(1, ttl).max(86_400, ttl).nullish(),
  })
  .superRefine(({ start, end }, context) => {
    const [from, to] = [instantMs(start), instantMs(end)];
    if (from !== null && to !== null && from >= to) {
      context.addIssue({
        code: 'custom',
        path: ['end'],
        message: keyed('invalid_time_pair', 'end must be after start'),
      });
    }
  })
  .meta({ id: 'HoldWrite' });

export type PlaceHoldBody = z.output<typeof placeHoldBody>;

const hold = z
  .object({
    hold_id: z.string(),
    members: z.array(z.object({ sub: z.string() })),
    start: z.string(),
    end: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'Hold' });

const answered = z.object({ hold });

export const placeHold = endpoint({
  ...holdCall,
  method: 'post',
  path: '/v1/holds',
  operation: 'placeHold',
  allScopes: ['create_event', 'read_free_busy'],
  summary:
    "Place a hold on members' time; it counts as busy immediately. With a user's token, only on that user's own time",
  body: placeHoldBody,
  responses: {
    201: { description: 'Held', schema: answered },
    200: { description: 'The hold exists already, from the same request', schema: answered },
    409: { description: 'A member is not free, or the hold_id was used for another hold.', schema: holdConflict },
    ...bodyErrors,
    ...planErrors,
  },
});
