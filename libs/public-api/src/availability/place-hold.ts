import { instantMs } from '@kalends/icalendar';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, busErrors } from '../shared/errors.js';
import { instant } from '../shared/fields.js';
import { anyOf, oneOrMany, reference } from './availability-fields.js';
import { holdCall, holdConflict } from './hold-call.js';

const holdId = z
  .string({ error: keyed('must_be_string', 'hold_id must be a string') })
  .regex(/^[\x21-\x7e]{1,64}$/, keyed('invalid', 'hold_id must be 1 to 64 visible ASCII characters'));

const ttl = keyed('invalid', 'ttl must be a whole number of seconds from 1 to 86400');

export const placeHoldBody = z
  .object({
    hold_id: holdId.describe(
      "The application's own id of the hold. From 1 to 64 visible ASCII characters, without spaces.",
    ),
    members: oneOrMany(
      'members',
      z.object({
        sub: reference('sub').describe('The account, by its id. At most 256 characters.'),
        calendar_ids: anyOf('calendar_ids', reference('calendar_ids'), { min: 1, max: 200 }).describe(
          'Only these calendars are checked for events. From 1 to 200. Default: all.',
        ),
      }),
      { min: 1, max: 100 },
    ).describe('The members whose time is blocked; all of them have to be free. From 1 to 100.'),
    start: instant('start').describe('First instant of the time, with Z or an offset.'),
    end: instant('end').describe('Instant at which the time has ended, after start, with Z or an offset.'),
    ttl: z
      .int({ error: ttl })
      .min(1, ttl)
      .max(86_400, ttl)
      .nullish()
      .describe('Seconds after which the hold expires, from 1 to 86,400 (a day). Default: 300.'),
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
    hold_id: z.string().describe("The application's own id of the hold."),
    members: z
      .array(z.object({ sub: z.string().describe('The id of the account.') }))
      .describe('The members whose time is blocked.'),
    start: z.string().describe('First instant, in UTC.'),
    end: z.string().describe('Instant at which it has ended, in UTC.'),
    expires_at: z.string().describe('The instant at which the hold ends by itself, in UTC.'),
  })
  .meta({ id: 'Hold' });

const answered = z.object({ hold: hold.describe('The hold.') });

const example = {
  hold: {
    hold_id: 'visit-4711',
    members: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
    start: '2026-11-20T10:00:00Z',
    end: '2026-11-20T11:00:00Z',
    expires_at: '2026-11-19T08:05:00Z',
  },
};

export const placeHold = endpoint({
  ...holdCall,
  method: 'post',
  path: '/v1/holds',
  operation: 'placeHold',
  allScopes: ['create_event', 'read_free_busy'],
  summary:
    "Place a hold on members' time; it counts as busy immediately. With a user's token, only on that user's own time",
  description:
    'Of several calls for one time exactly one succeeds. The hold ends when it expires, is confirmed or is released; a call that repeats its id, members and times gets the same hold.',
  example: {
    hold_id: 'visit-4711',
    members: [{ sub: 'acc_5ba21743f408617d1269ea1e', calendar_ids: ['cal_2MPyGxgyny6w_FK37MLy2ihIu'] }],
    start: '2026-11-20T10:00:00Z',
    end: '2026-11-20T11:00:00Z',
    ttl: 300,
  },
  body: placeHoldBody,
  responses: {
    201: { description: 'Held', schema: answered, example },
    200: { description: 'The hold exists already, from the same request', schema: answered, example },
    409: {
      description: 'A member is not free, or the hold_id was used for another hold.',
      schema: holdConflict,
      example: {
        error: 'conflict',
        description: 'One of the members is not free at that time.',
        members: [{ sub: 'acc_5ba21743f408617d1269ea1e', reason: 'held' }],
      },
    },
    ...bodyErrors,
    ...busErrors,
  },
});
