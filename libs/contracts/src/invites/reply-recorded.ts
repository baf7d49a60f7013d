import { z } from 'zod';
import { topic } from '@kalends/topics';

export const inviteStatus = z.enum(['pending', 'accepted', 'tentative', 'declined']);

const proposedTime = z.union([
  z.string(),
  z.object({
    time: z.string().describe('An instant, in UTC or with the offset of tzid.'),
    tzid: z.string().describe('IANA time zone of the reply.'),
  }),
]);

/** A recipient's status, in the form of the public API (CBK-4); `proposal`: a proposed new time. */
export const inviteResponse = z.object({
  email: z.string().describe('Address of the person, in lower case.'),
  status: inviteStatus.describe('The answer to the invite; pending until there is one.'),
  comment: z
    .string()
    .optional()
    .describe('What the person wrote with the answer.')
    .meta({ examples: ['See you there'] }),
  proposal: z
    .object({
      start: proposedTime.describe('Proposed start: a date or an instant, or an instant with its time zone.'),
      end: proposedTime.describe('Proposed end, in the same form.'),
    })
    .optional()
    .describe('Another time that the person proposes.')
    .meta({
      examples: [
        {
          start: { time: '2027-01-13T10:00:00Z', tzid: 'Europe/London' },
          end: { time: '2027-01-13T11:00:00Z', tzid: 'Europe/London' },
        },
      ],
    }),
});
export type InviteResponse = z.infer<typeof inviteResponse>;

/**
 * A new entry in the `replies` of a Smart Invite: one entry, one callback. `invite_id`: the service's own id of the
 * invite; order is kept per invite. `recipient`: the one the reply counts for, or the invite's single recipient if it
 * does not count; `recipients`: all, if the invite has several. `reply.counted` false: recorded only.
 */
export const replyRecordedBody = z.object({
  reply_id: z.string(),
  invite_id: z.string(),
  client_id: z.string(),
  smart_invite_id: z.string(),
  callback_url: z.string(),
  recipient: inviteResponse.optional(),
  recipients: z.array(inviteResponse).optional(),
  reply: inviteResponse.extend({
    counted: z.boolean().describe("Whether it changed the recipient's status."),
    reason: z
      .string()
      .optional()
      .describe('Why it did not: party-crasher, out-of-date, cancelled, …')
      .meta({ examples: ['party-crasher'] }),
  }),
  /** Epoch ms. */
  recorded_at: z.number().int(),
});
export type ReplyRecorded = z.infer<typeof replyRecordedBody>;

export const replyRecorded = topic<ReplyRecorded>({
  name: 'invites.event.reply-recorded.v1',
  schema: replyRecordedBody,
  key: (body) => body.reply_id,
  lane: (body) => body.invite_id,
  example: {
    reply_id: 'rep_5f1e7c2b9a',
    invite_id: 'inv_0d1c2b3a4f',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    smart_invite_id: 'your-unique-identifier-for-invite',
    callback_url: 'https://example.com/callback',
    recipient: { email: 'cronofy@example.com', status: 'accepted', comment: 'See you there' },
    reply: { email: 'cronofy@example.com', status: 'accepted', comment: 'See you there', counted: true },
    recorded_at: 1794700000000,
  },
});
