import { z } from 'zod';
import { callbackStatus } from '@kalends/contracts';
import { busErrors } from '../shared/errors.js';
import { pagesShape } from '../shared/pages-shape.js';

/** A callback sent, or to be sent, to the application; instants are UTC ISO 8601. */
export const callbackShape = z
  .object({
    callback_id: z.string().describe('The webhook-id of every attempt.'),
    type: z
      .string()
      .describe(
        'smart_invite; of a channel: verification, change, profile_disconnected, profile_initial_sync_completed; of a booking link: real_time_scheduling_completed, real_time_scheduling_no_times_suitable, real_time_scheduling_no_times_displayed.',
      ),
    smart_invite_id: z.string().optional().describe("The application's own id of the invite; only for its replies."),
    channel_id: z
      .string()
      .optional()
      .meta({ description: "For a push channel's notification" })
      .meta({ examples: ['chn_54cf7c7cb4ad4c1027000001'] }),
    url: z.string().describe('URL to which it is sent.'),
    status: callbackStatus.describe(
      'pending: waits for its first or next attempt; delivered: acknowledged with a 2xx; failed: given up after ten attempts, or its channel was closed; disabled: its URL is disabled, and it waits until that is enabled.',
    ),
    created_at: z.string().describe('The instant at which it was stored, in UTC.'),
    next_attempt_at: z.string().nullable().describe('The instant of the next attempt, in UTC; null if there is none.'),
    attempts: z
      .array(
        z.object({
          at: z.string().describe('The instant at which it began, in UTC.'),
          status_code: z.number().int().nullable().describe('HTTP status of the response; null if there was none.'),
          error: z.string().nullable().describe('Why it counts as failed; null if it was acknowledged.'),
          duration_ms: z.number().int().describe('Milliseconds until the response, or until it was given up.'),
          answer: z.string().meta({ description: 'The first kilobyte of the response' }),
        }),
      )
      .meta({ description: 'The newest ten, oldest first' }),
  })
  .meta({ id: 'Callback' });

export const callbacksPage = z
  .object({
    pages: pagesShape.describe('The place in the list: 30 entries to a page.'),
    total_callbacks: z.number().int().describe('The number of callbacks that match, on all pages.'),
    callbacks: z.array(callbackShape).describe('Callbacks, newest first.'),
  })
  .meta({ id: 'CallbacksPage' });

export const callbacksExample = {
  pages: { current: 1, total: 1 },
  total_callbacks: 1,
  callbacks: [
    {
      callback_id: 'cbk_5f1e7c2b9a',
      type: 'smart_invite',
      smart_invite_id: 'board-2027-01',
      url: 'https://example.com/callback',
      status: 'pending',
      created_at: '2026-11-20T09:30:00.000Z',
      next_attempt_at: '2026-11-20T09:30:05.000Z',
      attempts: [
        {
          at: '2026-11-20T09:30:00.000Z',
          status_code: 500,
          error: 'status: 500 is no success',
          duration_ms: 41,
          answer: 'Internal Server Error',
        },
      ],
    },
  ],
};

export const callbacksPageAnswers = {
  200: { description: 'A page of callbacks', schema: callbacksPage, example: callbacksExample },
  ...busErrors,
} as const;
