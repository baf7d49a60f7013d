import type { RecordedReplyEntry, SmartInviteRecord, UnmatchedMail } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';

export const presentReply = ({ received_at, ...reply }: RecordedReplyEntry) => ({
  ...reply,
  received_at: toIso(received_at),
});

type Recipient = SmartInviteRecord['recipients'][number];

const presentRecipient = ({ icalendar, reply_address: _, ...recipient }: Recipient) => ({
  ...recipient,
  ...(icalendar !== undefined && { attachments: { icalendar } }),
});

const presentRemoved = ({ own_icalendar: icalendar, ...removed }: NonNullable<SmartInviteRecord['removed']>) => ({
  ...removed,
  ...(icalendar !== undefined && { attachments: { icalendar } }),
});

/** A Smart Invite as the API returns it (INV-10): as submitted, with its current state. */
export function presentInvite(invite: SmartInviteRecord) {
  const { icalendar, email, removed } = invite;
  const recipients = invite.recipients.map(presentRecipient);
  return {
    smart_invite_id: invite.smart_invite_id,
    ...(invite.method === 'cancel' && { method: 'cancel' as const }),
    ...(invite.several ? { recipients } : { recipient: recipients[0] }),
    replies: invite.replies.map(presentReply),
    ...(invite.callback_url !== null && { callback_url: invite.callback_url }),
    ...(invite.organizer && { organizer: invite.organizer }),
    event: invite.submitted,
    ...(icalendar !== undefined && {
      attachments: { icalendar, email, ...(removed && { removed: presentRemoved(removed) }) },
    }),
  };
}

export const presentUnmatched = ({ received_at, ...mail }: UnmatchedMail) => ({
  ...mail,
  received_at: toIso(received_at),
});
