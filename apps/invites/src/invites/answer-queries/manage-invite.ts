import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { InviteChanged, SmartInviteReply, UpsertSmartInvite } from '@kalends/contracts';
import { addToOutbox, sqlOf } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import type { PoolClient } from 'pg';
import type { Invite } from '../../itip/model.js';
import { areRecipients, cancelInvite, createInvite, removeRecipient, reviseInvite } from '../../itip/revise.js';
import { presentWithText, removalTexts } from '../present-invite.js';
import { newReplyToken, type ReplyAddresses } from '../../replies/reply-addresses.js';
import { changeMessage } from '../change-message.js';
import { lockInvite, severalKey, type InviteKey, type InviteRow } from '../rows.js';
import type { RequestedInvite } from '../create-invites.js';
import { hasRoom, insertInvite, saveRecipientTokens, updateInvite } from '../save.js';

/** Most recipients of an invite, with those of earlier requests: each has a text in the answer. */
const maxRecipients = 200;

interface ManageContext {
  addresses: ReplyAddresses;
  /** Epoch ms. */
  now: number;
}

export const keyOf = (request: {
  client_id: string;
  smart_invite_id: string;
  recipient_email: string | null;
}): InviteKey => ({
  client_id: request.client_id,
  smart_invite_id: request.smart_invite_id,
  recipient_email: request.recipient_email?.toLowerCase() ?? severalKey,
});

/** The next revision as reviseInvite computes it; a change of only the organizer's name or address is a revision too. */
function revise(present: InviteRow, request: UpsertSmartInvite, organizer: InviteRow['organizer']): Invite {
  const invite = reviseInvite(present.invite, request);
  if (invite !== present.invite || isDeepStrictEqual(organizer, present.organizer)) return invite;
  return { ...invite, sequence: invite.sequence + 1 };
}

function revised(present: InviteRow, request: UpsertSmartInvite, now: number): InviteRow {
  const organizer = request.organizer === undefined ? present.organizer : request.organizer;
  const invite = revise(present, request, organizer);
  return {
    ...present,
    organizer,
    callback_url: request.callback_url === undefined ? present.callback_url : request.callback_url,
    submitted: request.submitted,
    invite,
    revised_at: invite === present.invite ? present.revised_at : now,
  };
}

const created = (request: UpsertSmartInvite, key: InviteKey, now: number): InviteRow => ({
  ...key,
  invite_id: `inv_${randomToken(24)}`,
  reply_token: newReplyToken(),
  callback_url: request.callback_url ?? null,
  organizer: request.organizer ?? null,
  submitted: request.submitted,
  invite: createInvite({ ...request, uid: randomUUID() }),
  revised_at: now,
  recipient_tokens: {},
});

/** Adds an address for each of several recipients who has none yet. */
function withTokens(row: InviteRow): InviteRow {
  if (!row.invite.several) return row;
  const emails = row.invite.recipients.map(({ email }) => email.toLowerCase());
  const added = emails.filter((email) => !Object.hasOwn(row.recipient_tokens, email));
  const tokens = Object.fromEntries(added.map((email) => [email, newReplyToken()]));
  return { ...row, recipient_tokens: { ...row.recipient_tokens, ...tokens } };
}

const answer = async (row: InviteRow, addresses: ReplyAddresses): Promise<SmartInviteReply> => ({
  outcome: 'invite',
  invite: await presentWithText(row, addresses),
});

const upsertKey = (request: UpsertSmartInvite) =>
  keyOf({ ...request, recipient_email: request.several ? null : request.recipients[0]!.email });

/** The new invite if its key does not exist yet, and the reply in that case. */
export async function requestedInvite(
  request: UpsertSmartInvite,
  { addresses, now }: ManageContext,
): Promise<Pick<RequestedInvite, 'row' | 'reply'>> {
  const row = withTokens(created(request, upsertKey(request), now));
  return { row, reply: await answer(row, addresses) };
}

const publish = (client: PoolClient, row: InviteRow, change: InviteChanged['change']) =>
  addToOutbox(sqlOf(client), [changeMessage(row, change)]);

/** Creates the invite, or updates it as requested (RFC 5546 §2.1.4); repeating the request changes nothing. */
export async function upsertInvite(
  client: PoolClient,
  request: UpsertSmartInvite,
  { addresses, now, maxInvites }: ManageContext & { maxInvites: number },
): Promise<SmartInviteReply> {
  const key = upsertKey(request);
  let present = await lockInvite(client, key);
  if (!present) {
    if (!(await hasRoom(client, key.client_id, maxInvites))) return { outcome: 'unknown-invite', full: maxInvites };
    const row = withTokens(created(request, key, now));
    if (await insertInvite(client, row)) {
      await saveRecipientTokens(client, row);
      await publish(client, row, 'created');
      return answer(row, addresses);
    }
    present = (await lockInvite(client, key))!;
  }
  const changed = revised(present, request, now);
  if (changed.invite.recipients.length > maxRecipients) return { outcome: 'unknown-recipient', full: maxRecipients };
  const row = withTokens(changed);
  await updateInvite(client, row);
  await saveRecipientTokens(client, row);
  if (row.invite !== present.invite) await publish(client, row, 'changed');
  return answer(row, addresses);
}

/** Cancels the invite for everybody; refused if `recipients` are given and are not exactly its own (INV-15). */
export async function cancel(
  client: PoolClient,
  { key, recipients }: { key: InviteKey; recipients?: readonly string[] },
  { addresses, now }: ManageContext,
): Promise<SmartInviteReply> {
  const present = await lockInvite(client, key);
  if (!present) return { outcome: 'unknown-invite' };
  if (recipients && !areRecipients(present.invite, recipients)) {
    return { outcome: 'unknown-recipient', recipients_differ: true };
  }
  const invite = cancelInvite(present.invite);
  if (invite === present.invite) return answer(present, addresses);
  const row = { ...present, invite, revised_at: now };
  await updateInvite(client, row);
  await publish(client, row, 'cancelled');
  return answer(row, addresses);
}

/** The reply has the text that notifies the removed person, even if they were removed before. */
export async function remove(
  client: PoolClient,
  { key, email }: { key: InviteKey; email: string },
  { addresses, now }: ManageContext,
): Promise<SmartInviteReply> {
  const present = await lockInvite(client, key);
  if (!present) return { outcome: 'unknown-invite' };
  const invite = removeRecipient(present.invite, email);
  const isGone = present.invite.removed?.includes(email.toLowerCase()) ?? false;
  if (invite === 'unknown-recipient' && !isGone) return { outcome: 'unknown-recipient' };
  const row = invite === 'unknown-recipient' ? present : { ...present, invite, revised_at: now };
  if (row !== present) {
    await updateInvite(client, row);
    await publish(client, row, 'changed');
  }
  const removed = { email, ...removalTexts(row, addresses, email) };
  return { outcome: 'invite', invite: { ...(await presentWithText(row, addresses)), removed } };
}
