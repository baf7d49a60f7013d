import { sha256 } from '@kalends/service';
import type { Pool, PoolClient } from 'pg';
import type { Invite, RecordedReply } from '../itip/model.js';

export interface Organizer {
  name?: string;
  email?: string;
}

/** An invite as it is stored, with its replies. */
export interface InviteRow {
  client_id: string;
  smart_invite_id: string;
  /** In lower case; '' for the invite to several. */
  recipient_email: string;
  invite_id: string;
  reply_token: string;
  callback_url: string | null;
  organizer: Organizer | null;
  /** The event as the application wrote it. */
  submitted: Record<string, unknown>;
  invite: Invite;
  /** Epoch ms: DTSTAMP of the text. */
  revised_at: number;
}

export interface InviteKey {
  client_id: string;
  smart_invite_id: string;
  recipient_email: string;
}

type Stored = Omit<InviteRow, 'invite' | 'revised_at'> & { state: Omit<Invite, 'replies'>; revised_at: string };

const columns = `client_id, smart_invite_id, recipient_email, invite_id, reply_token, callback_url, organizer, submitted,
                 state, revised_at`;

/** Names a reply: the same entry of the same invite has the same id. */
export const replyIdOf = (inviteId: string, ordinal: number): string =>
  `rep_${sha256(`${inviteId}/${ordinal}`).slice(0, 24)}`;

async function withReplies(client: Pool | PoolClient, stored: Stored | undefined): Promise<InviteRow | undefined> {
  if (!stored) return undefined;
  const { rows } = await client.query<{ entry: RecordedReply }>({
    name: 'replies-of-invite',
    text: 'SELECT entry FROM reply WHERE invite_id = $1 ORDER BY ordinal',
    values: [stored.invite_id],
  });
  const { state, revised_at, ...row } = stored;
  return { ...row, revised_at: Number(revised_at), invite: { ...state, replies: rows.map(({ entry }) => entry) } };
}

/** Locks the invite for the rest of the transaction. */
export async function lockInvite(client: PoolClient, key: InviteKey): Promise<InviteRow | undefined> {
  const { rows } = await client.query<Stored>({
    name: 'lock-invite',
    text: `SELECT ${columns} FROM invite WHERE client_id = $1 AND smart_invite_id = $2 AND recipient_email = $3 FOR UPDATE`,
    values: [key.client_id, key.smart_invite_id, key.recipient_email],
  });
  return withReplies(client, rows[0]);
}

/** The invite whose reply address has this token, locked for the rest of the transaction. */
export async function lockByToken(client: PoolClient, token: string): Promise<InviteRow | undefined> {
  const { rows } = await client.query<Stored>({
    name: 'lock-invite-by-token',
    text: `SELECT ${columns} FROM invite WHERE reply_token = $1 FOR UPDATE`,
    values: [token],
  });
  return withReplies(client, rows[0]);
}

/** An application's invite by its UID, locked for the rest of the transaction. */
export async function lockByUid(client: PoolClient, clientId: string, uid: string): Promise<InviteRow | undefined> {
  const { rows } = await client.query<Stored>({
    name: 'lock-invite-by-uid',
    text: `SELECT ${columns} FROM invite WHERE uid = $1 AND client_id = $2 FOR UPDATE`,
    values: [uid, clientId],
  });
  return withReplies(client, rows[0]);
}

export async function findInvite(pool: Pool, key: InviteKey): Promise<InviteRow | undefined> {
  const { rows } = await pool.query<Stored>({
    name: 'find-invite',
    text: `SELECT ${columns} FROM invite WHERE client_id = $1 AND smart_invite_id = $2 AND recipient_email = $3`,
    values: [key.client_id, key.smart_invite_id, key.recipient_email],
  });
  return withReplies(pool, rows[0]);
}

/** All invites of one `smart_invite_id`, by recipient. */
export async function findInvites(pool: Pool, clientId: string, smartInviteId: string): Promise<InviteRow[]> {
  const { rows } = await pool.query<Stored>({
    name: 'find-invites',
    text: `SELECT ${columns} FROM invite WHERE client_id = $1 AND smart_invite_id = $2 ORDER BY recipient_email`,
    values: [clientId, smartInviteId],
  });
  return Promise.all(rows.map(async (row) => (await withReplies(pool, row))!));
}
