import { z } from 'zod';
import { refusedWriteExample, refusedWriteShape } from '../events/refused-write.js';
import { endpoint } from '../shared/endpoint.js';
import { denied, keyed, unprocessable } from '../shared/errors.js';

/** What can have happened (CHG-3). */
export const changeType = z.enum([
  'event_changed',
  'event_deleted',
  'event_write_refused',
  'event_entered_window',
  'calendar_created',
  'calendar_changed',
  'calendar_deleted',
  'calendar_synced',
  'profile_connected',
  'profile_disconnected',
  'profile_deleted',
  'profile_initial_sync_completed',
  'smart_invite_created',
  'smart_invite_changed',
  'smart_invite_cancelled',
  'smart_invite_replied',
]);
export type ChangeType = z.infer<typeof changeType>;

const maxChanges = 1_000;
const limitMessage = keyed('must_be_integer', `limit must be a whole number from 1 to ${maxChanges}`);

export const listChangesQuery = z.object({
  cursor: z
    .string({ error: keyed('must_be_string', 'cursor must be a string') })
    .max(1_000, keyed('cursor_invalid', 'cursor is longer than any that was issued'))
    .optional()
    .describe(
      'A cursor or next_cursor of an earlier answer: changes after it are returned. Default: none; the answer then has the newest cursor and no changes.',
    ),
  limit: z.coerce
    .number({ error: limitMessage })
    .int(limitMessage)
    .min(1, limitMessage)
    .max(maxChanges, limitMessage)
    .default(100)
    .describe(
      `Maximum number of changes per page, 1 to ${maxChanges}. Default: 100. A page may have fewer if its changes are long.`,
    ),
});

const change = z
  .object({
    cursor: z.string().describe('Position after this change: continue here if you cannot handle the rest now.'),
    type: changeType.describe(
      'What happened. event_write_refused: the provider has refused a write that was accepted (see refused_write); the event is as the provider has it. calendar_synced: its events have been read for the first time; read them. event_entered_window: the event has not changed, but it, or an instance of it, is now in the window of reads without bounds.',
    ),
    occurred_at: z.string().describe('When it was recorded, UTC.'),
    own: z.boolean().describe('Whether the application did it itself, through the API.'),
    sub: z.string().optional().describe('The account. Smart Invites have none.'),
    calendar_id: z.string().optional().describe('The calendar, or that of the event.'),
    event_uid: z.string().optional().describe('The event; of a series, the id that its instances share.'),
    event_id: z.string().optional().describe("The application's own id of the event, if it has one."),
    refused_write: refusedWriteShape
      .optional()
      .describe('What was refused, and why: of event_write_refused.')
      .meta({ examples: [refusedWriteExample] }),
    profile_id: z
      .string()
      .optional()
      .describe('The profile, or that of the calendar.')
      .meta({ examples: ['pro_2MPyGxgyny6w'] }),
    smart_invite_id: z
      .string()
      .optional()
      .describe("The application's own id of the Smart Invite.")
      .meta({ examples: ['your-unique-identifier-for-invite'] }),
    recipient_email: z
      .string()
      .optional()
      .describe('The recipient of the Smart Invite, unless it has several; in lower case.')
      .meta({ examples: ['cronofy@example.com'] }),
  })
  .meta({ id: 'Change' });

export const listChanges = endpoint({
  method: 'get',
  path: '/v1/changes',
  operation: 'listChanges',
  summary: 'What has happened since a cursor, in order and without gaps',
  tag: 'channels',
  credential: 'api-key-or-token',
  anyScope: ['read_events', 'read_free_busy'],
  description:
    'With an access token: of its account; with a client secret: of all accounts of the application, and its Smart Invites. Changes are kept for 30 days, so a notification that was missed loses nothing. Begin without a cursor, read everything once, then continue from next_cursor. A change names what changed: read that for its present state.',
  query: listChangesQuery,
  responses: {
    200: {
      description: 'The changes after the cursor, oldest first',
      schema: z.object({
        changes: z.array(change).describe('Oldest first; each exactly once.'),
        next_cursor: z.string().describe('Position to continue from: at once if has_more is true, otherwise later.'),
        has_more: z.boolean().describe('Whether more changes are available now.'),
      }),
      example: {
        changes: [
          {
            cursor: 'WyJhY2NvdW50IiwxMl0.3q2-7w',
            type: 'event_changed',
            occurred_at: '2026-11-26T09:30:00Z',
            own: false,
            sub: 'acc_5ba21743f408617d1269ea1e',
            calendar_id: 'cal_n23kjnwrw2_jsdfjksn234',
            event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e',
            event_id: 'qTtZdczOccgaPncGJaCiLg',
          },
        ],
        next_cursor: 'WyJhY2NvdW50IiwxMl0.3q2-7w',
        has_more: false,
      },
    },
    ...denied,
    422: {
      ...unprocessable,
      description:
        'Invalid parameters. errors.cursor_expired: the cursor is too old; read everything once, then begin again without a cursor.',
    },
  },
});
