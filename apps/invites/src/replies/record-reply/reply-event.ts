import type { ReplyRecorded } from '@kalends/contracts';
import type { Invite, RecordedReply } from '../../itip/model.js';
import { presentAnswer, zoneOf } from '../../invites/present-reply.js';
import { replyIdOf, type InviteRow } from '../../invites/rows.js';

/**
 * The event for an entry of `replies`, if the invite has a callback URL: `invite` is the state after the reply, `ordinal`
 * counts its replies from 0.
 */
export function replyEventOf(
  row: InviteRow & { callback_url: string },
  invite: Invite,
  { ordinal, reply }: { ordinal: number; reply: RecordedReply },
): ReplyRecorded {
  const zone = zoneOf(invite);
  const present = invite.recipients.map((one) => presentAnswer(one, zone));
  const recipient = invite.several
    ? present.find(({ email }) => email.toLowerCase() === reply.email.toLowerCase())
    : present[0];
  return {
    reply_id: replyIdOf(row.invite_id, ordinal),
    invite_id: row.invite_id,
    client_id: row.client_id,
    smart_invite_id: row.smart_invite_id,
    callback_url: row.callback_url,
    ...(recipient && { recipient }),
    ...(invite.several && { recipients: present }),
    reply: {
      ...presentAnswer(reply, zone),
      counted: reply.counted,
      ...(reply.reason && { reason: reply.reason }),
    },
    recorded_at: reply.at,
  };
}
