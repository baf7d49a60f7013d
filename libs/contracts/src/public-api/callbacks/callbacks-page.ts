import { z } from 'zod';
import { callbackStatus } from '../../notifier/callback-query.js';
import { busErrors } from '../shared/errors.js';

/** A callback sent, or to be sent, to the application; instants are UTC ISO 8601. */
export const callbackShape = z
  .object({
    callback_id: z.string().meta({ description: 'The webhook-id of every attempt' }),
    type: z.string(),
    smart_invite_id: z.string().optional(),
    channel_id: z.string().optional().meta({ description: "For a push channel's notification" }),
    url: z.string(),
    status: callbackStatus,
    created_at: z.string(),
    next_attempt_at: z.string().nullable(),
    attempts: z
      .array(
        z.object({
          at: z.string(),
          status_code: z.number().int().nullable(),
          error: z.string().nullable(),
          duration_ms: z.number().int(),
          answer: z.string().meta({ description: 'The first kilobyte of the response' }),
        }),
      )
      .meta({ description: 'The newest ten, oldest first' }),
  })
  .meta({ id: 'Callback' });

export const callbacksPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    callbacks: z.array(callbackShape),
  })
  .meta({ id: 'CallbacksPage' });

export const callbacksPageAnswers = {
  200: { description: 'A page of callbacks', schema: callbacksPage },
  ...busErrors,
} as const;
