import { z } from 'zod';
import { inviteResponse } from '@kalends/contracts';
import { recordedReply, smartInviteRecord } from '@kalends/contracts';

export const replyShape = inviteResponse.extend({
  counted: z.boolean().describe("Whether it changed the recipient's status."),
  reason: recordedReply.shape.reason,
  recurrence_id: recordedReply.shape.recurrence_id,
  delegated_to: recordedReply.shape.delegated_to,
  message_id: recordedReply.shape.message_id,
  authentication: recordedReply.shape.authentication,
  received_at: z.string().describe('The instant at which it was received, in UTC.'),
});

const ownText = z.object({
  icalendar: z.string().meta({ description: 'For this recipient alone, with their own reply address' }),
});

export const smartInviteShape = z
  .object({
    smart_invite_id: z.string().describe("The application's own id of the invite."),
    method: z.literal('cancel').optional().describe('cancel if it is cancelled; else absent.'),
    recipient: inviteResponse.optional().describe('The recipient with the current answer; of an invite to one.'),
    recipients: z
      .array(
        inviteResponse.extend({
          attachments: ownText.optional().describe('Only after a write, and with include_ics.'),
        }),
      )
      .optional()
      .meta({ description: 'Each with their own text; a reply to it counts for that recipient only' }),
    replies: z.array(replyShape).meta({ description: 'All replies, newest last; at most the newest 500' }),
    callback_url: z.string().optional().describe('URL to which each new entry in replies is sent.'),
    organizer: smartInviteRecord.shape.organizer.unwrap().optional().describe('Who invites, as submitted.'),
    event: z.record(z.string(), z.unknown()).meta({ description: 'As submitted' }),
    attachments: z
      .object({
        icalendar: z.string().meta({ description: 'The iCalendar text to be mailed' }),
        email: z.string().meta({ description: 'A complete MIME message that contains it' }),
        removed: z
          .object({
            email: z.string().describe('Address of the removed person.'),
            icalendar: z.string().describe('The cancellation for this person, as iCalendar text.'),
            attachments: ownText.optional().describe('The same for a person who was sent a text of their own.'),
          })
          .optional()
          .describe('What the removed person is sent; only after method remove.'),
      })
      .optional()
      .describe('What is mailed; after a write, and with include_ics.'),
  })
  .meta({ id: 'SmartInvite' });

const text = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n';

/** What a write returns with the texts to be mailed. */
export const textsExample = { icalendar: text, email: 'Subject: Board meeting\r\nMIME-Version: 1.0\r\n…\r\n' };

export const replyExample = {
  email: 'ann@example.com',
  status: 'accepted',
  comment: 'See you there',
  counted: true,
  message_id: '<1@example.com>',
  received_at: '2026-11-19T08:00:00Z',
};

export const inviteExample = {
  smart_invite_id: 'board-2027-01',
  recipient: { email: 'ann@example.com', status: 'pending' },
  replies: [],
  callback_url: 'https://example.com/callback',
  organizer: { name: 'The Team', email: 'team@example.com' },
  event: {
    summary: 'Board meeting',
    start: '2027-01-12T10:00:00Z',
    end: '2027-01-12T11:00:00Z',
    tzid: 'Europe/London',
  },
};

const { recipient: _single, ...severalExample } = inviteExample;

/** An invite to several, from which one person has just been removed. */
export const removedExample = {
  ...severalExample,
  recipients: [{ email: 'ann@example.com', status: 'accepted', attachments: { icalendar: text } }],
  attachments: {
    ...textsExample,
    removed: { email: 'bob@example.com', icalendar: text, attachments: { icalendar: text } },
  },
};
