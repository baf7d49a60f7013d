import type { SmartInviteReply } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import type { ReplyMail } from '../itip/model.js';
import { presentReply, zoneOf } from '../present/present-reply.js';
import { recordMail } from '../record-reply/record-mail.js';
import type { ReplyAddresses } from '../reply-address/reply-addresses.js';
import { lockByToken, lockByUid, type InviteRow } from '../store/rows.js';

export interface HandedIn {
  clientId: string;
  raw: Buffer;
  mail: ReplyMail | 'unreadable';
  receivedAt: number;
}

/** The application's invite whose reply address the mail was sent to, else the one whose UID an answer names. */
async function findOwn(client: PoolClient, handedIn: HandedIn, addresses: ReplyAddresses) {
  const own = (row: InviteRow | undefined) => row?.client_id === handedIn.clientId;
  for (const token of addresses.tokensIn(handedIn.raw)) {
    const row = await lockByToken(client, token);
    if (own(row)) return row;
  }
  const uids = handedIn.mail === 'unreadable' ? [] : handedIn.mail.replies.map(({ uid }) => uid);
  for (const uid of new Set(uids)) {
    const row = uid === null ? undefined : await lockByUid(client, handedIn.clientId, uid);
    if (row) return row;
  }
  return undefined;
}

/** Records a mail that the application's own mailbox received; its key stands for the secret address (decision 11). */
export async function handInReply(
  client: PoolClient,
  handedIn: HandedIn,
  addresses: ReplyAddresses,
): Promise<SmartInviteReply> {
  const row = await findOwn(client, handedIn, addresses);
  const { replies, unmatched } = await recordMail(client, row, handedIn);
  return {
    outcome: 'received',
    smart_invite_id: row?.smart_invite_id ?? null,
    replies: row ? replies.map((reply) => presentReply(reply, zoneOf(row.invite))) : [],
    unmatched,
  };
}
