import type { SmartInviteRecord } from '@kalends/contracts';
import { inviteMail } from '../invite-text/invite-mail.js';
import { inviteText } from '../invite-text/invite-text.js';
import type { ReplyAddresses } from '../reply-address/reply-addresses.js';
import type { InviteRow } from '../store/rows.js';
import { presentAnswer, presentReply, zoneOf } from './present-reply.js';

/** An answer must fit a message; older ones stay stored. */
const mostReplies = 500;

/** The invite as it stands, without its text. */
export function presentInvite(row: InviteRow, addresses: ReplyAddresses): SmartInviteRecord {
  const { invite } = row;
  const zone = zoneOf(invite);
  return {
    invite_id: row.invite_id,
    smart_invite_id: row.smart_invite_id,
    several: invite.several,
    method: invite.method,
    recipients: invite.recipients.map((recipient) => presentAnswer(recipient, zone)),
    replies: invite.replies.slice(-mostReplies).map((reply) => presentReply(reply, zone)),
    organizer: row.organizer,
    callback_url: row.callback_url,
    submitted: row.submitted,
    uid: invite.uid,
    sequence: invite.sequence,
    reply_address: addresses.of(row.reply_token),
  };
}

const textOptions = (row: InviteRow, addresses: ReplyAddresses) => ({
  replyAddress: addresses.of(row.reply_token),
  organizer: row.organizer,
  now: row.revised_at,
});

/** With the iCalendar text of its present revision and the mail around it; the same text each time. */
export function presentWithText(row: InviteRow, addresses: ReplyAddresses): SmartInviteRecord {
  const { invite, organizer } = row;
  const recipient = invite.several ? null : (invite.recipients[0] ?? null);
  const icalendar = inviteText(invite, { ...textOptions(row, addresses), recipient });
  const email = inviteMail(icalendar, {
    summary: invite.event.summary,
    description: invite.event.description,
    method: invite.method === 'cancel' ? 'CANCEL' : 'REQUEST',
    ...(organizer?.email && { from: { name: organizer.name, email: organizer.email } }),
    to: invite.recipients.map((one) => one.email),
  });
  return { ...presentInvite(row, addresses), icalendar, email };
}

/** What tells somebody who was taken off the list: a CANCEL for them alone (RFC 5546 §3.2.5). */
export function removalText(row: InviteRow, addresses: ReplyAddresses, email: string): string {
  const recipient = { email, status: 'pending' as const, counted: null };
  return inviteText(row.invite, { ...textOptions(row, addresses), recipient, method: 'CANCEL' });
}
