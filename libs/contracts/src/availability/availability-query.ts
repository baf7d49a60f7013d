import { z } from 'zod';
import { topic } from '@kalends/topics';
import { pendingOverlay, periodMs } from './pending-overlay.js';

/**
 * One person in the query. `calendar_ids`: the calendars that make them busy, resolved by the gateway (all of the
 * account's if the application named none). `periods`: their own, null if not restricted. `rule_ids` null: all of the
 * member's rules. `tzid`: the account's zone.
 */
export const availabilityMember = z.object({
  sub: z.string(),
  tzid: z.string(),
  calendar_ids: z.array(z.string()),
  /**
   * The application named no calendars: then a profile whose first sync is not done makes the member unknown as well.
   */
  all_calendars: z.boolean().optional(),
  periods: z.array(periodMs).nullable(),
  managed: z.boolean(),
  /** With `managed`: the working hours at the member's providers are the rules; `rule_ids` is then null. */
  working_hours: z.boolean().optional(),
  rule_ids: z.array(z.string()).nullable(),
  only_managed_events: z.boolean(),
  ignore_tentative: z.boolean(),
  /** Minutes, in place of the meeting's minimum on that side. */
  buffer: z.object({ before: z.number().int().optional(), after: z.number().int().optional() }).optional(),
});
export type AvailabilityMember = z.infer<typeof availabilityMember>;

/** Minutes. `maximum` bounds the gap to the neighbouring step of a sequence. */
const bufferMinutes = z.object({ minimum: z.number().int(), maximum: z.number().int().nullable() });

/** The requirements of one meeting. `required` null: all members of the group. Durations are minutes. */
export const meetingQuery = z.object({
  groups: z.array(z.object({ required: z.number().int().nullable(), members: z.array(availabilityMember) })),
  duration: z.number().int(),
  start_interval: z.number().int().nullable(),
  buffer: z.object({ before: bufferMinutes, after: bufferMinutes }),
  periods: z.array(periodMs),
});
export type MeetingQuery = z.infer<typeof meetingQuery>;

/** `request_id` is new for each request: queries need no order among themselves. */
const common = { client_id: z.string(), request_id: z.string(), overlay: pendingOverlay };

/** `slots`: the requested starts (epoch ms), null if periods are requested; `periods` of the meeting is then empty. */
const single = z.object({
  kind: z.literal('single'),
  ...common,
  meeting: meetingQuery,
  slots: z.array(z.number().int()).nullable(),
  response_format: z.enum(['periods', 'slots', 'overlapping_slots']),
  max_results: z.number().int(),
  explain: z.boolean(),
  /** Also when each member alone cannot meet, and why. */
  explain_members: z.boolean().optional(),
  /** A hold that makes nobody busy: the one that was placed for this meeting. */
  ignored_hold_id: z.string().optional(),
  /** @deprecated No longer sent; a gateway that still sends it reads `found` as well. */
  packed: z.boolean().optional(),
});

const sequenced = z.object({
  kind: z.literal('sequenced'),
  ...common,
  /** In the order in which they take place. */
  steps: z.array(z.object({ sequence_id: z.union([z.string(), z.number()]), meeting: meetingQuery })),
  max_results: z.number().int(),
  /** Of the sequences that begin at the same instant only the first. */
  one_per_start: z.boolean().optional(),
  /** Holds that make nobody busy: those that were placed for this sequence. */
  ignored_hold_ids: z.array(z.string()).optional(),
});

export const availabilityQueryBody = z.discriminatedUnion('kind', [single, sequenced]);
export type AvailabilityQuery = z.infer<typeof availabilityQueryBody>;
export type SingleAvailabilityQuery = z.infer<typeof single>;
export type SequencedAvailabilityQuery = z.infer<typeof sequenced>;

export const unavailableReason = z.enum(['busy', 'held', 'buffer', 'outside_periods', 'unknown']);

/** Why a member's time is unknown: `initial-sync`, `disconnected`, `stale`, `unknown-calendar`. */
export const unknownReason = z.enum(['initial-sync', 'disconnected', 'stale', 'unknown-calendar']);

/** `participants`: indexes into `people`, so that a long reply names each person once. */
const found = periodMs.extend({ participants: z.array(z.number().int()) });

const answers = {
  people: z.array(z.string()),
  /** Members whose time is unknown: counted as unavailable, never as free. */
  unknown: z.array(z.object({ sub: z.string(), reason: unknownReason })),
  /** Not computed: it would cost too much, or the application has too many expensive queries in flight. */
  refused: z.enum(['too-much-work', 'too-many-at-once']).optional(),
};

export const availabilityReply = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** Periods or slots, ascending; participants by groups and members in request order. */
    found: z.array(found),
    /** @deprecated No longer sent: results are JSON, in `found`. */
    packed: z.string().optional(),
    ...answers,
    unavailable: z
      .array(periodMs.extend({ members: z.array(z.object({ sub: z.string(), reason: unavailableReason })) }))
      .optional(),
    /** Only if requested; each member once. */
    refusals: z
      .array(z.object({ sub: z.string(), refused: z.array(periodMs.extend({ reason: unavailableReason })) }))
      .optional(),
  }),
  z.object({
    outcome: z.literal('sequences'),
    sequences: z.array(z.array(found.extend({ sequence_id: z.union([z.string(), z.number()]) }))),
    ...answers,
  }),
  /** `working_hours`: no profile of the member has any, and `rule_id` is empty. */
  z.object({
    outcome: z.literal('unknown-rule'),
    sub: z.string(),
    rule_id: z.string(),
    working_hours: z.boolean().optional(),
  }),
]);
export type AvailabilityReply = z.infer<typeof availabilityReply>;

const day = { start: 1796112000000, end: 1796144400000 };
const minutes = (minimum: number) => ({ minimum, maximum: null });

/** When these people can meet; computed from availability's own projection, without calling a provider. */
export const availabilityQuery = topic<AvailabilityQuery, AvailabilityReply>({
  name: 'gateway.query.availability.v1',
  maxMessageBytes: 8 * 1_048_576,
  schema: availabilityQueryBody,
  reply: availabilityReply,
  key: (body) => body.request_id,
  example: {
    kind: 'single',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    request_id: 'req_9b1deb4d3b7d',
    overlay: { calendars: [], events: [] },
    meeting: {
      groups: [
        {
          required: null,
          members: [
            {
              sub: 'acc_5ba21743f408617d1269ea1e',
              tzid: 'Europe/London',
              calendar_ids: ['cal_n23kjnwrw2_jsdfjksn234'],
              periods: null,
              managed: false,
              rule_ids: null,
              only_managed_events: false,
              ignore_tentative: false,
            },
          ],
        },
      ],
      duration: 60,
      start_interval: null,
      buffer: { before: minutes(0), after: minutes(0) },
      periods: [day],
    },
    slots: null,
    response_format: 'periods',
    max_results: 512,
    explain: false,
  },
  exampleReply: {
    outcome: 'found',
    people: ['acc_5ba21743f408617d1269ea1e'],
    found: [{ ...day, participants: [0] }],
    unknown: [],
  },
});
