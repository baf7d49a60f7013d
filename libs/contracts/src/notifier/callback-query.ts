import { z } from 'zod';
import { topic } from '@kalends/topics';

export const callbackStatus = z.enum(['pending', 'delivered', 'failed', 'disabled']);

const common = { client_id: z.string() };

export const callbackQueryBody = z.discriminatedUnion('kind', [
  /** Newest first, those created before `before` (a page's `next`), at most `limit`. */
  z.object({
    kind: z.literal('list'),
    ...common,
    smart_invite_id: z.string().optional(),
    status: callbackStatus.optional(),
    /** Only this one, with its body. */
    callback_id: z.string().optional(),
    before: z.number().int().nullable(),
    limit: z.number().int(),
  }),
  z.object({ kind: z.literal('replay'), ...common, callback_id: z.string() }),
  z.object({ kind: z.literal('list-endpoints'), ...common }),
  z.object({ kind: z.literal('enable-endpoint'), ...common, url: z.string() }),
]);
export type CallbackQuery = z.infer<typeof callbackQueryBody>;

/** Instants are epoch ms. `attempts`: the newest ones, oldest first; `answer`: the first kilobyte of the response. */
export const callbackRecord = z.object({
  callback_id: z.string(),
  type: z.string(),
  smart_invite_id: z.string().nullable(),
  /** For a push channel's notification. */
  channel_id: z.string().nullable().optional(),
  url: z.string(),
  status: callbackStatus,
  created_at: z.number().int(),
  next_attempt_at: z.number().int().nullable(),
  /** The text that is sent and signed; only where the request names one callback. */
  body: z.string().optional(),
  attempts: z.array(
    z.object({
      at: z.number().int(),
      status_code: z.number().int().nullable(),
      error: z.string().nullable(),
      duration_ms: z.number().int(),
      answer: z.string(),
    }),
  ),
});
export type CallbackRecord = z.infer<typeof callbackRecord>;

/** An application's exact callback URL that fails, or is disabled: `gone` answered 410, `failing` failed for 5 days. */
export const endpointRecord = z.object({
  url: z.string(),
  status: z.enum(['failing', 'disabled']),
  reason: z.enum(['gone', 'failing']).nullable(),
  failing_since: z.number().int().nullable(),
  disabled_at: z.number().int().nullable(),
  /** Callbacks that wait for the endpoint. */
  waiting: z.number().int(),
});
export type EndpointRecord = z.infer<typeof endpointRecord>;

/** `unknown`: the application has no such callback, or no failing or disabled endpoint with that URL. */
export const callbackReply = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('callbacks'),
    total: z.number().int(),
    next: z.number().int().nullable(),
    callbacks: z.array(callbackRecord),
  }),
  z.object({ outcome: z.literal('endpoints'), endpoints: z.array(endpointRecord) }),
  z.object({ outcome: z.literal('accepted'), queued: z.number().int() }),
  z.object({ outcome: z.literal('unknown') }),
]);
export type CallbackReply = z.infer<typeof callbackReply>;

/** The outcomes of an application's callbacks, and requests to send them again. */
export const callbackQuery = topic<CallbackQuery, CallbackReply>({
  name: 'gateway.query.callback.v1',
  schema: callbackQueryBody,
  reply: callbackReply,
  key: (body) => body.client_id,
  example: {
    kind: 'list',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    smart_invite_id: 'your-unique-identifier-for-invite',
    status: 'pending',
    before: null,
    limit: 30,
  },
  exampleReply: {
    outcome: 'callbacks',
    total: 1,
    next: null,
    callbacks: [
      {
        callback_id: 'cbk_5f1e7c2b9a',
        type: 'smart_invite',
        smart_invite_id: 'your-unique-identifier-for-invite',
        url: 'https://example.com/callback',
        status: 'pending',
        created_at: 1794700000000,
        next_attempt_at: 1794700005100,
        attempts: [
          {
            at: 1794700000010,
            status_code: 500,
            error: 'status: 500 is no success',
            duration_ms: 41,
            answer: 'Internal Server Error',
          },
        ],
      },
    ],
  },
});
