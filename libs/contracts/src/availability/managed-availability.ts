import { z } from 'zod';
import { topic } from '@kalends/topics';
import { periodMs } from './pending-overlay.js';

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Hours of every week in a zone: local times `HH:MM`, a day may occur more than once; `24:00` ends a day. */
export const workingHours = z.object({
  tzid: z.string(),
  weekly_periods: z.array(z.object({ day: z.enum(weekdays), start_time: z.string(), end_time: z.string() })),
});
export type WorkingHours = z.infer<typeof workingHours>;

/** Working hours as an application has stored them. */
export const availabilityRule = z.object({
  availability_rule_id: z.string(),
  tzid: workingHours.shape.tzid,
  calendar_ids: z.array(z.string()).optional(),
  weekly_periods: workingHours.shape.weekly_periods,
});
export type AvailabilityRule = z.infer<typeof availabilityRule>;

const common = { account_id: z.string() };

export const managedAvailabilityBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upsert-rule'), ...common, rule: availabilityRule }),
  z.object({ kind: z.literal('list-rules'), ...common }),
  z.object({ kind: z.literal('read-rule'), ...common, availability_rule_id: z.string() }),
  z.object({ kind: z.literal('delete-rule'), ...common, availability_rule_id: z.string() }),
  z.object({
    kind: z.literal('upsert-period'),
    ...common,
    period: periodMs.extend({ available_period_id: z.string(), tzid: z.string().optional() }),
  }),
  /**
   * Those that overlap `[from, to)`, epoch ms, null = unbounded; after `after` in order of start and id, at most
   * `limit`.
   */
  z.object({
    kind: z.literal('list-periods'),
    ...common,
    from: z.number().int().nullable(),
    to: z.number().int().nullable(),
    offset: z.number().int(),
    limit: z.number().int(),
  }),
  z.object({ kind: z.literal('delete-periods'), ...common, available_period_id: z.string().nullable() }),
]);
export type ManagedAvailability = z.infer<typeof managedAvailabilityBody>;

export const managedAvailabilityReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('rules'), rules: z.array(availabilityRule) }),
  z.object({
    outcome: z.literal('periods'),
    periods: z.array(periodMs.extend({ available_period_id: z.string(), tzid: z.string().optional() })),
    total: z.number().int(),
  }),
  z.object({ outcome: z.literal('done') }),
  /** `full`: an account may have no more of them than this, so nothing was stored. */
  z.object({ outcome: z.literal('unknown'), full: z.number().int().optional() }),
]);
export type ManagedAvailabilityReply = z.infer<typeof managedAvailabilityReply>;

/** The account's stored rules and periods (managed availability). */
export const managedAvailability = topic<ManagedAvailability, ManagedAvailabilityReply>({
  name: 'gateway.query.managed-availability.v1',
  schema: managedAvailabilityBody,
  reply: managedAvailabilityReply,
  key: (body) => body.account_id,
  example: {
    kind: 'upsert-rule',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    rule: {
      availability_rule_id: 'default',
      tzid: 'America/Chicago',
      weekly_periods: [{ day: 'monday', start_time: '09:30', end_time: '16:30' }],
    },
  },
  exampleReply: { outcome: 'done' },
});
