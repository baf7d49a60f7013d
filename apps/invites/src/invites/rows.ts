import { sha256 } from '@kalends/security';
import type { Pool, PoolClient } from 'pg';
import type { Invite, RecordedReply } from '../itip/model.js';

interface Organizer {
  name?: string;
  email?: string;
}

/** A stored invite with its replies. */
export interface InviteRow {
  client_id: string;
  smart_invite_id: string;
  /** In lower case; '' for the invite to several. */
  recipient_email: string;
  invite_id: string;
  reply_token: string;
  callback_url: string | null;
  organizer: Organizer | null;
  /** The event as the application submitted it. */
  submitted: Record<string, unknown>;
  invite: Invite;
  /** Epoch ms: DTSTAMP of the text. */
  revised_at: number;
  /** For an invite to several: the token of each recipient's own reply address, by e-mail address in lower case. */
  recipient_tokens: Record<string, string>;
}

/** Instead of an address, for the invite to several. */
export const severalKey = '';

export interface InviteKey {
  client_id: string;
  smart_invite_id: string;
  recipient_email: string;
}

type Stored = Omit<InviteRow, 'invite' | 'revised_at'> & { state: Omit<Invite, 'replies'>; revised_at: string };

const columns = `client_id, smart_invite_id, recipient_email, invite_id, reply_token, callback_url, organizer, submitted,
                 state, revised_at,
                 (SELECT coalesce(jsonb_object_agg(own.recipient_email, own.reply_token), '{}')
                  FROM recipient_address own WHERE own.invite_id = invite.invite_id) AS recipient_tokens`;

/** In the same statement, hence consistent: a status never shows without the reply that it comes from. */
const replies = `(SELECT coalesce(jsonb_agg(entry ORDER BY ordinal), '[]')
                  FROM reply WHERE reply.invite_id = invite.invite_id) AS replies`;

/** Id of a reply: the same entry of the same invite has the same id. */
export const replyIdOf = (inviteId: string, ordinal: number): string =>
  `rep_${sha256(`${inviteId}/${ordinal}`).slice(0, 24)}`;

const rowOf = ({ state, revised_at, ...row }: Stored, entries: RecordedReply[]): InviteRow => ({
  ...row,
  revised_at: Number(revised_at),
  invite: { ...state, replies: entries },
});

/** In a separate statement: only a statement that begins after the lock sees all replies. */
async function withReplies(client: PoolClient, stored: Stored | undefined): Promise<InviteRow | undefined> {
  if (!stored) return undefined;
  const { rows } = await client.query<{ entry: RecordedReply }>({
    name: 'replies-of-invite',
    text: 'SELECT entry FROM reply WHERE invite_id = $1 ORDER BY ordinal',
    values: [stored.invite_id],
  });
  return rowOf(
    stored,
    rows.map(({ entry }) => entry),
  );
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

/** The invite that a reply address belongs to, and the recipient who owns the address; null: all recipients share it. */
export interface Addressed {
  row: InviteRow;
  addressee: string | null;
}

const lockByTokenSql = `
  SELECT ${columns}, address.addressee FROM invite
  JOIN (SELECT invite_id, NULL AS addressee FROM invite WHERE reply_token = $1
        UNION ALL
        SELECT invite_id, recipient_email FROM recipient_address WHERE reply_token = $1) AS address USING (invite_id)
  FOR UPDATE OF invite`;

/** The invite whose reply address has this token, locked for the rest of the transaction. */
export async function lockByToken(client: PoolClient, token: string): Promise<Addressed | undefined> {
  const { rows } = await client.query<Stored & { addressee: string | null }>({
    name: 'lock-invite-by-token',
    text: lockByTokenSql,
    values: [token],
  });
  if (!rows[0]) return undefined;
  const { addressee, ...stored } = rows[0];
  return { row: (await withReplies(client, stored))!, addressee };
}

/** An application's invite by its UID in any case, locked for the rest of the transaction. */
export async function lockByUid(client: PoolClient, clientId: string, uid: string): Promise<InviteRow | undefined> {
  const { rows } = await client.query<Stored>({
    name: 'lock-invite-by-uid',
    text: `SELECT ${columns} FROM invite WHERE uid = $1 AND client_id = $2 FOR UPDATE`,
    values: [uid.toLowerCase(), clientId],
  });
  return withReplies(client, rows[0]);
}

export async function findInvite(pool: Pool, key: InviteKey): Promise<InviteRow | undefined> {
  const { rows } = await pool.query<Stored & { replies: RecordedReply[] }>({
    name: 'find-invite',
    text: `SELECT ${columns}, ${replies} FROM invite
           WHERE client_id = $1 AND smart_invite_id = $2 AND recipient_email = $3`,
    values: [key.client_id, key.smart_invite_id, key.recipient_email],
  });
  const [found] = rows.map(({ replies: entries, ...stored }) => rowOf(stored, entries));
  return found;
}

/** Most invites in one answer. */
const shownAtMost = 100;

/** All invites of one `smart_invite_id`, by recipient. */
export async function findInvites(pool: Pool, clientId: string, smartInviteId: string): Promise<InviteRow[]> {
  const { rows } = await pool.query<Stored & { replies: RecordedReply[] }>({
    name: 'find-invites',
    text: `SELECT ${columns}, ${replies} FROM invite
           WHERE client_id = $1 AND smart_invite_id = $2 ORDER BY recipient_email LIMIT ${shownAtMost}`,
    values: [clientId, smartInviteId],
  });
  return rows.map(({ replies: entries, ...stored }) => rowOf(stored, entries));
}
