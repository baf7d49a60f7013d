import { z } from 'zod';
import { topic } from '@kalends/topics';

const byId = { dead_letter_id: z.string() };

/** Requests of an operator to a service; only the service reads its tables. */
export const operationsQueryBody = z.discriminatedUnion('kind', [
  /** Newest first, those that failed before `before` (a place in the list), at most `limit`. */
  z.object({
    kind: z.literal('list-dead-letters'),
    topic: z.string().optional(),
    before: z.object({ failed_at: z.string(), dead_letter_id: z.string() }).nullable(),
    limit: z.number().int(),
  }),
  z.object({ kind: z.literal('show-dead-letter'), ...byId }),
  z.object({ kind: z.literal('replay-dead-letter'), ...byId }),
  z.object({ kind: z.literal('discard-dead-letter'), ...byId }),
  /** Queues now, and counts since the hour that begins at `since` (epoch ms). */
  z.object({ kind: z.literal('read-numbers'), since: z.number().int() }),
]);
export type OperationsQuery = z.infer<typeof operationsQueryBody>;

/**
 * A message that the service could not handle or send. `kind`, `account_id` and `client_id`: as its body has them, null
 * if it does not. `failed_at`: UTC ISO instant.
 */
export const deadLetterRecord = z.object({
  dead_letter_id: z.string(),
  message_id: z.string(),
  topic: z.string(),
  kind: z.string().nullable(),
  account_id: z.string().nullable(),
  client_id: z.string().nullable(),
  reason: z.enum(['invalid', 'failed', 'too-large']),
  error: z.string(),
  deliveries: z.number().int(),
  failed_at: z.string(),
});
export type DeadLetterRecord = z.infer<typeof deadLetterRecord>;

/** How often something happened in the hour that begins at `hour` (epoch ms); `about`: a provider, or empty. */
export const hourlyCount = z.object({
  hour: z.number().int(),
  name: z.string(),
  about: z.string(),
  outcome: z.string(),
  count: z.number().int(),
});
export type HourlyCount = z.infer<typeof hourlyCount>;

/**
 * Requests of our client to a provider against its limits; a limit that it has not is null. `minute` is of the process that answers, `day`
 * of all, with the `forecast` of its end. `closed_until`: epoch ms until which the provider wants fewer requests.
 */
export const requestBudget = z.object({
  provider: z.string(),
  minute: z.object({ used: z.number().int(), limit: z.number().int().nullable() }),
  day: z.object({ used: z.number().int(), limit: z.number().int().nullable(), forecast: z.number().int() }),
  closed_until: z.number().int().nullable(),
});
export type RequestBudgetRecord = z.infer<typeof requestBudget>;

/** `unknown`: the service has no such dead letter. `body`: at most its first 100,000 characters. */
export const operationsReply = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('dead-letters'),
    total: z.number().int(),
    dead_letters: z.array(deadLetterRecord),
  }),
  z.object({
    outcome: z.literal('dead-letter'),
    dead_letter: deadLetterRecord,
    body: z.string().nullable(),
    truncated: z.boolean(),
  }),
  z.object({ outcome: z.literal('done') }),
  z.object({
    outcome: z.literal('numbers'),
    /** Messages that wait to be sent, and seconds since the oldest was added. */
    outbox: z.object({ messages: z.number().int(), oldest_s: z.number().int() }),
    /** Messages of other services that this one has not handled; null if the bus does not say. */
    inbox: z.object({ messages: z.number().int() }).nullable(),
    dead_letters: z.number().int(),
    counts: z.array(hourlyCount).max(20_000),
    /** Of calendar-sync. */
    budgets: z.array(requestBudget).max(100).optional(),
  }),
  z.object({ outcome: z.literal('unknown') }),
]);
export type OperationsReply = z.infer<typeof operationsReply>;

const declaration = {
  schema: operationsQueryBody,
  reply: operationsReply,
  key: ({ kind }: OperationsQuery) => kind,
  partitions: 1,
  example: { kind: 'list-dead-letters', topic: 'gateway.command.calendar.v1', before: null, limit: 50 },
  exampleReply: {
    outcome: 'dead-letters',
    total: 1,
    dead_letters: [
      {
        dead_letter_id: '12',
        message_id: '0d2f5b1e-6f0c-4c53-9f6a-1c8f0f7f2a11',
        topic: 'gateway.command.calendar.v1',
        kind: 'upsert-event',
        account_id: 'acc_5ba21743f408617d1269ea1e',
        client_id: null,
        reason: 'failed',
        error: 'the calendar does not exist',
        deliveries: 5,
        failed_at: '2026-11-19T08:00:00.000Z',
      },
    ],
  },
} satisfies Omit<Parameters<typeof topic<OperationsQuery, OperationsReply>>[0], 'name'>;

const operations = (name: string) => topic<OperationsQuery, OperationsReply>({ name, ...declaration });

export const calendarSyncOperations = operations('gateway.query.calendar-sync-operations.v1');
export const availabilityOperations = operations('gateway.query.availability-operations.v1');
export const invitesOperations = operations('gateway.query.invites-operations.v1');
export const notifierOperations = operations('gateway.query.notifier-operations.v1');
