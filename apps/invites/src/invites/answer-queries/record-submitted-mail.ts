import type { SmartInviteReply } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import type { ReplyMail } from '../../itip/model.js';
import { presentReply, zoneOf } from '../present-reply.js';
import { recordMail } from '../../replies/record-reply/record-replies.js';
import type { ReplyAddresses } from '../../replies/reply-addresses.js';
import { lockByToken, lockByUid, type Addressed } from '../rows.js';

/** Maximum number of addresses of one mail that are looked up. */
const maxTokens = 50;

export interface SubmittedMail {
  clientId: string;
  raw: Buffer;
  mail: ReplyMail | 'unreadable';
  receivedAt: number;
}

/**
 * The application's invite whose reply address the mail was sent to (a recipient's own address takes precedence over the
 * shared one); otherwise the invite whose UID a reply contains.
 */
async function findOwn(
  client: PoolClient,
  submitted: SubmittedMail,
  addresses: ReplyAddresses,
): Promise<Addressed | undefined> {
  let shared: Addressed | undefined;
  for (const token of addresses.tokensIn(submitted.raw).slice(0, maxTokens)) {
    const found = await lockByToken(client, token);
    if (found?.row.client_id !== submitted.clientId) continue;
    if (found.addressee !== null || !found.row.invite.several) return found;
    shared ??= found;
  }
  if (shared) return shared;
  const uids = submitted.mail === 'unreadable' ? [] : submitted.mail.replies.map(({ uid }) => uid);
  for (const uid of new Set(uids)) {
    const row = uid === null ? undefined : await lockByUid(client, submitted.clientId, uid);
    if (row) return { row, addressee: null };
  }
  return undefined;
}

/**
 * Records a mail that the application's own mailbox received; the application's authentication replaces the secret address.
 */
export async function recordSubmittedMail(
  client: PoolClient,
  submitted: SubmittedMail,
  addresses: ReplyAddresses,
): Promise<SmartInviteReply> {
  const found = await findOwn(client, submitted, addresses);
  const row = found?.row;
  const { replies, unmatched } = await recordMail(client, found, submitted);
  return {
    outcome: 'received',
    smart_invite_id: row?.smart_invite_id ?? null,
    replies: row ? replies.map((reply) => presentReply(reply, zoneOf(row.invite))) : [],
    unmatched,
  };
}
