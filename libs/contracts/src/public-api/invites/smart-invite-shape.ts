import { z } from 'zod';
import { inviteResponse } from '../../invites/reply-recorded.js';
import { smartInviteRecord } from '../../invites/smart-invite-query.js';

export const replyShape = inviteResponse.extend({
  counted: z.boolean().meta({ description: "Whether it changed the recipient's status" }),
  reason: z.string().optional().meta({ description: 'Why it did not' }),
  recurrence_id: z.string().optional(),
  delegated_to: z.array(z.string()).optional(),
  message_id: z.string().optional(),
  authentication: z.string().optional(),
  received_at: z.string().meta({ description: 'UTC' }),
});

const ownText = z.object({
  icalendar: z.string().meta({ description: 'For this recipient alone, with their own reply address' }),
});

export const smartInviteShape = z
  .object({
    smart_invite_id: z.string(),
    method: z.literal('cancel').optional().meta({ description: 'If it is cancelled' }),
    recipient: inviteResponse.optional(),
    recipients: z
      .array(inviteResponse.extend({ attachments: ownText.optional() }))
      .optional()
      .meta({ description: 'Each with their own text; a reply to it counts for that recipient only' }),
    replies: z.array(replyShape).meta({ description: 'All replies, newest last; at most the newest 500' }),
    callback_url: z.string().optional(),
    organizer: smartInviteRecord.shape.organizer.unwrap().optional(),
    event: z.record(z.string(), z.unknown()).meta({ description: 'As submitted' }),
    attachments: z
      .object({
        icalendar: z.string().meta({ description: 'The iCalendar text to be mailed' }),
        email: z.string().meta({ description: 'A complete MIME message that contains it' }),
        removed: z.object({ email: z.string(), icalendar: z.string(), attachments: ownText.optional() }).optional(),
      })
      .optional(),
  })
  .meta({ id: 'SmartInvite' });
