import { replyRecorded, type UnmatchedMail } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import type { PoolClient } from 'pg';
import type { ReplyMail, RecordedReply } from '../../itip/model.js';
import { recordReplies } from '../../itip/record-replies.js';
import type { Addressed, InviteRow } from '../../invites/rows.js';
import { changeMessage } from '../../invites/change-message.js';
import { addReplies, updateInvite } from '../../invites/save.js';
import { replyEventOf } from './reply-event.js';
import { storableMail } from './storable.js';

/** A mail as received, parsed; `receivedAt`: epoch ms. */
interface ArrivedMail {
  raw: Buffer;
  mail: ReplyMail | 'unreadable';
  receivedAt: number;
  /** The application that submitted it; null: it arrived by SMTP. */
  clientId: string | null;
}

/** The result. `unmatched`: why it is listed for the operator. */
interface Recorded {
  replies: RecordedReply[];
  unmatched: UnmatchedMail['reason'] | null;
}

/**
 * Records a mail's answers in the invite that it reached, and publishes an event for each; a mail without any is stored for
 * the operator. In the caller's transaction, which has locked the invite.
 */
export async function recordMail(
  client: PoolClient,
  addressed: Addressed | undefined,
  arrived: ArrivedMail,
): Promise<Recorded> {
  const row = addressed?.row;
  const unmatched = unmatchedReason(row, arrived.mail);
  if (unmatched !== null || !addressed || !row || arrived.mail === 'unreadable') {
    await storeUnmatched(client, row, { ...arrived, reason: unmatched ?? 'unknown-invite' });
    return { replies: [], unmatched: unmatched ?? 'unknown-invite' };
  }
  const context = { now: arrived.receivedAt, trusted: true, addressee: addressed.addressee };
  const { invite, recorded } = recordReplies(row.invite, storableMail(arrived.mail), context);
  if (recorded.length === 0) return { replies: [], unmatched: null };
  const before = row.invite.replies.length;
  await addReplies(client, { inviteId: row.invite_id, before }, recorded);
  await updateInvite(client, { ...row, invite });
  const { callback_url } = row;
  const events =
    callback_url === null
      ? []
      : recorded.map((reply, index) =>
          replyEventOf({ ...row, callback_url }, invite, { reply, ordinal: before + index }),
        );
  const callbacks = events.map((body) => message(replyRecorded, body));
  await addToOutbox(sqlOf(client), [...callbacks, ...recorded.map(() => changeMessage(row, 'replied'))]);
  return { replies: recorded, unmatched: null };
}

function unmatchedReason(row: InviteRow | undefined, mail: ReplyMail | 'unreadable'): Recorded['unmatched'] {
  if (mail === 'unreadable') return 'unreadable';
  if (!row) return 'unknown-invite';
  if (mail.automatic) return 'automatic';
  return mail.replies.length === 0 ? 'no-reply' : null;
}

async function storeUnmatched(
  client: PoolClient,
  row: InviteRow | undefined,
  { raw, mail, receivedAt, clientId, reason }: ArrivedMail & { reason: string },
): Promise<void> {
  const read = mail === 'unreadable' ? null : storableMail(mail);
  await client.query({
    name: 'store-unmatched-mail',
    text: `INSERT INTO unmatched_mail (client_id, smart_invite_id, reason, sender, message_id, raw, received_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      row?.client_id ?? clientId,
      row?.smart_invite_id ?? null,
      reason,
      read?.from ?? null,
      read?.messageId ?? null,
      raw,
      receivedAt,
    ],
  });
}
