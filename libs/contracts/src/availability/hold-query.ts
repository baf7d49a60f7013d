import { z } from 'zod';
import { topic } from '@kalends/topics';
import { pendingOverlay } from './pending-overlay.js';

const common = { client_id: z.string(), hold_id: z.string() };

/** The hold must be of this person alone, otherwise it is unknown: a user's token does not act on others. */
const only = { only_sub: z.string().optional() };

const place = z.object({
  kind: z.literal('place'),
  ...common,
  members: z.array(z.object({ sub: z.string(), calendar_ids: z.array(z.string()) })),
  /** Epoch ms, half-open. */
  start: z.number().int(),
  end: z.number().int(),
  ttl_seconds: z.number().int(),
  overlay: pendingOverlay,
});

/**
 * Confirming keeps a hold until its event has reached the projection (a record of that event newer than the pin), or
 * `unpin` reports that the upsert was refused, or 10 minutes have passed.
 */
const pin = z.object({ kind: z.literal('pin'), ...common, ...only, calendar_id: z.string(), event_uid: z.string() });
const unpin = z.object({ kind: z.literal('unpin'), ...common });
const release = z.object({ kind: z.literal('release'), ...common, ...only });

export const holdQueryBody = z.discriminatedUnion('kind', [place, pin, unpin, release]);
export type HoldQuery = z.infer<typeof holdQueryBody>;

export const holdShape = z.object({
  hold_id: z.string(),
  members: z.array(z.object({ sub: z.string(), calendar_ids: z.array(z.string()) })),
  start: z.number().int(),
  end: z.number().int(),
  /** Epoch ms. */
  expires_at: z.number().int(),
  pinned: z.boolean(),
});
export type Hold = z.infer<typeof holdShape>;

/**
 * `repeated`: the same hold_id was requested before with the same members and times. `different-hold`: with others,
 * or with `full`: no time is blocked, since the application has so many holds, the maximum.
 * `conflict`: who is not free, and why.
 */
export const holdReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('held'), repeated: z.boolean(), hold: holdShape }),
  z.object({
    outcome: z.literal('conflict'),
    members: z.array(z.object({ sub: z.string(), reason: z.enum(['busy', 'held', 'unknown']) })),
  }),
  z.object({ outcome: z.literal('different-hold'), full: z.number().int().optional() }),
  z.object({ outcome: z.literal('unknown-hold') }),
  z.object({ outcome: z.literal('expired-hold') }),
  z.object({ outcome: z.literal('done') }),
]);
export type HoldReply = z.infer<typeof holdReply>;

/** Holds on people's time; rows are locked in sorted order, so that one of many concurrent requests succeeds. */
export const holdQuery = topic<HoldQuery, HoldReply>({
  name: 'gateway.query.hold.v1',
  schema: holdQueryBody,
  reply: holdReply,
  key: (body) => `${body.client_id}/${body.hold_id}`,
  lane: (body) => body.hold_id,
  example: {
    kind: 'place',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    hold_id: 'visit-4711',
    members: [{ sub: 'acc_5ba21743f408617d1269ea1e', calendar_ids: ['cal_n23kjnwrw2_jsdfjksn234'] }],
    start: 1796112000000,
    end: 1796115600000,
    ttl_seconds: 300,
    overlay: { calendars: [], events: [] },
  },
  exampleReply: { outcome: 'conflict', members: [{ sub: 'acc_5ba21743f408617d1269ea1e', reason: 'held' }] },
});
