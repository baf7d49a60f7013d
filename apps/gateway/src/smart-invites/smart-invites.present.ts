import type { RecordedReplyEntry, SmartInviteRecord, UnmatchedMail } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';

export const presentReply = ({ received_at, ...reply }: RecordedReplyEntry) => ({
  ...reply,
  received_at: toIso(received_at),
});

/** A Smart Invite as the API shows it (interface §2.4, contract §9): what was submitted, and how it stands. */
export function presentInvite(invite: SmartInviteRecord) {
  const { icalendar, email, removed } = invite;
  return {
    smart_invite_id: invite.smart_invite_id,
    ...(invite.method === 'cancel' && { method: 'cancel' as const }),
    ...(invite.several ? { recipients: invite.recipients } : { recipient: invite.recipients[0] }),
    replies: invite.replies.map(presentReply),
    ...(invite.callback_url !== null && { callback_url: invite.callback_url }),
    ...(invite.organizer && { organizer: invite.organizer }),
    event: invite.submitted,
    ...(icalendar !== undefined && { attachments: { icalendar, email, ...(removed && { removed }) } }),
  };
}

export const presentUnmatched = ({ received_at, ...mail }: UnmatchedMail) => ({
  ...mail,
  received_at: toIso(received_at),
});
