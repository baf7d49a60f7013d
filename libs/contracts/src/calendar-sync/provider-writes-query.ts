import { z } from 'zod';
import { topic } from '@kalends/topics';

const eventName = { calendar_id: z.string(), event_uid: z.string() };

/** Requests the writes of an account, or of one of its events, that providers have not confirmed. */
export const providerWritesQueryBody = z.object({ account_id: z.string(), event: z.object(eventName).optional() });
export type ProviderWritesQuery = z.infer<typeof providerWritesQueryBody>;

/** A write that waits for its provider. Instants are epoch ms; `last_error`: of the last attempt, null before the first ends. */
export const waitingWrite = z.object({
  ...eventName,
  command: z.number().int(),
  operation: z.enum(['upsert', 'delete']),
  accepted_at: z.number().int(),
  attempts: z.number().int(),
  next_attempt_at: z.number().int(),
  last_error: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type WaitingWrite = z.infer<typeof waitingWrite>;

/**
 * `waiting`: the oldest first, with the number of all of them. `written`: of the requested event, the last write that its provider
 * has confirmed; null: none, or it is in a built-in calendar, which has no provider.
 */
export const providerWritesReply = z.object({
  waiting: z.array(waitingWrite).max(200),
  total: z.number().int(),
  written: z.object({ command: z.number().int(), at: z.number().int(), attempts: z.number().int() }).nullable(),
});
export type ProviderWritesReply = z.infer<typeof providerWritesReply>;

/** What calendar-sync knows of writes that providers have confirmed or not, for operators. */
export const providerWritesQuery = topic<ProviderWritesQuery, ProviderWritesReply>({
  name: 'gateway.query.provider-writes.v1',
  schema: providerWritesQueryBody,
  reply: providerWritesReply,
  key: (body) => body.account_id,
  example: {
    account_id: 'acc_5ba21743f408617d1269ea1e',
    event: { calendar_id: 'cal_n23kjnwrw2_jsdfjksn234', event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e' },
  },
  exampleReply: {
    waiting: [
      {
        calendar_id: 'cal_n23kjnwrw2_jsdfjksn234',
        event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e',
        command: 2,
        operation: 'upsert',
        accepted_at: 1794700000000,
        attempts: 3,
        next_attempt_at: 1794700007500,
        last_error: 'The calendar server answered 503.',
        request_id: '7f0c2a1e-9b7d-4b1c-8a40-5d0e3f6a2b91',
      },
    ],
    total: 1,
    written: { command: 1, at: 1794699000000, attempts: 1 },
  },
});
