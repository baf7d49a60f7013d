import type { SmartInviteRecord } from '@kalends/contracts';
import { inviteMail } from './invite-mail.js';
import type { Recipient } from '../itip/model.js';
import { inviteText } from './invite-text.js';
import type { ReplyAddresses } from '../replies/reply-addresses.js';
import type { InviteRow } from './rows.js';
import { presentAnswer, presentReply, zoneOf } from './present-reply.js';

/** A reply must fit a message; older entries stay stored. */
const maxReplies = 500;

const ownAddress = ({ recipient_tokens }: InviteRow, addresses: ReplyAddresses, email: string) => {
  const token = recipient_tokens[email.toLowerCase()];
  return token === undefined ? {} : { reply_address: addresses.of(token) };
};

/** The invite's current state, without its text. */
export function presentInvite(row: InviteRow, addresses: ReplyAddresses): SmartInviteRecord {
  const { invite } = row;
  const zone = zoneOf(invite);
  return {
    invite_id: row.invite_id,
    smart_invite_id: row.smart_invite_id,
    several: invite.several,
    method: invite.method,
    recipients: invite.recipients.map((recipient) => ({
      ...presentAnswer(recipient, zone),
      ...ownAddress(row, addresses, recipient.email),
    })),
    replies: invite.replies.slice(-maxReplies).map((reply) => presentReply(reply, zone)),
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

/**
 * With the iCalendar text of its current revision, the mail for it, and each recipient's own text if there are several;
 * deterministic.
 */
export async function presentWithText(row: InviteRow, addresses: ReplyAddresses): Promise<SmartInviteRecord> {
  const { invite, organizer } = row;
  const recipient = invite.several ? null : (invite.recipients[0] ?? null);
  const icalendar = inviteText(invite, { ...textOptions(row, addresses), recipient });
  const email = await inviteMail(icalendar, {
    summary: invite.event.summary,
    description: invite.event.description,
    method: invite.method === 'cancel' ? 'CANCEL' : 'REQUEST',
    ...(organizer?.email && { from: { name: organizer.name, email: organizer.email } }),
    to: invite.recipients.map((one) => one.email),
  });
  const shown = presentInvite(row, addresses);
  const recipients = shown.recipients.map((one, at) => ({
    ...one,
    ...ownText(row, addresses, { recipient: invite.recipients[at]! }),
  }));
  return { ...shown, recipients, icalendar, email };
}

/** The text for one of several recipients, with their own reply address; undefined if they have none. */
function ownText(
  row: InviteRow,
  addresses: ReplyAddresses,
  { recipient, method }: { recipient: Recipient; method?: 'CANCEL' },
): { icalendar: string } | undefined {
  const { reply_address } = ownAddress(row, addresses, recipient.email);
  if (reply_address === undefined) return undefined;
  const options = { ...textOptions(row, addresses), replyAddress: reply_address, recipient };
  return { icalendar: inviteText(row.invite, { ...options, ...(method && { method }) }) };
}

/** Notification of a removed recipient: a CANCEL for them alone (RFC 5546 §3.2.5), from either address. */
export function removalTexts(row: InviteRow, addresses: ReplyAddresses, email: string) {
  const recipient = { email, status: 'pending' as const, counted: null };
  const own = ownText(row, addresses, { recipient, method: 'CANCEL' });
  return {
    icalendar: inviteText(row.invite, { ...textOptions(row, addresses), recipient, method: 'CANCEL' }),
    ...(own && { own_icalendar: own.icalendar }),
  };
}
