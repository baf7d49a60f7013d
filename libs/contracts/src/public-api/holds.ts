import { z } from 'zod';
import { anyOf, oneOrMany, reference } from './availability-fields.js';
import { endpoint } from './endpoint.js';
import { bodyErrors, forbidden, keyed, notFound, planTooSmall, timedOut, unauthorized, unavailable } from './errors.js';
import { filled, instant, instantMs } from './fields.js';
import { upsertEventBody } from './upsert-event.js';

const holdId = z
  .string({ error: keyed('must_be_string', 'hold_id must be a string') })
  .regex(/^[\x21-\x7e]{1,64}$/, keyed('invalid', 'hold_id is 1 to 64 visible ASCII characters'));

const ttl = keyed('invalid', 'ttl is a whole number of seconds from 1 to 86400');

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

export const confirmHoldBody = z
  .object({ calendar_id: filled('calendar_id', 256), event: upsertEventBody })
  .meta({ id: 'HoldConfirmation' });

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

const conflict = z
  .object({
    error: z.literal('conflict'),
    description: z.string(),
    members: z.array(z.object({ sub: z.string(), reason: z.enum(['busy', 'held', 'unknown']) })).optional(),
  })
  .meta({ id: 'HoldConflict' });

const common = { tag: 'availability', credential: 'api-key-or-token' } as const;
const errors = { ...bodyErrors, 401: unauthorized, 402: planTooSmall, 403: forbidden, 503: unavailable, 504: timedOut };
const params = z.object({ hold_id: z.string() });

export const placeHold = endpoint({
  ...common,
  method: 'post',
  path: '/v1/holds',
  operation: 'placeHold',
  allScopes: ['create_event', 'read_free_busy'],
  summary: "Hold members' time for a while; counts as busy at once. A user's token holds its own user's only",
  body: placeHoldBody,
  responses: {
    201: { description: 'Held', schema: answered },
    200: { description: 'Held before, by the same request', schema: answered },
    409: { description: 'Somebody is not free, or the hold_id was used for another hold.', schema: conflict },
    ...errors,
  },
});

export const releaseHold = endpoint({
  ...common,
  method: 'delete',
  path: '/v1/holds/{hold_id}',
  operation: 'releaseHold',
  allScopes: ['create_event'],
  summary: 'Release a hold',
  params,
  responses: {
    202: { description: 'Released. Empty body.' },
    401: unauthorized,
    402: planTooSmall,
    403: forbidden,
    404: notFound,
    503: unavailable,
    504: timedOut,
  },
});

export const confirmHold = endpoint({
  ...common,
  method: 'post',
  path: '/v1/holds/{hold_id}/confirm',
  operation: 'confirmHold',
  allScopes: ['create_event'],
  summary: "Write the event that the hold was for; the time stays taken until it is in the members' calendars",
  params,
  body: confirmHoldBody,
  responses: {
    202: { description: 'The event is durable, and the hold stays until it is seen. Empty body.' },
    404: notFound,
    409: { description: 'The hold has expired.', schema: conflict },
    ...errors,
  },
});
