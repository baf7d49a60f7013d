import type { PoolClient } from 'pg';
import type { RecordedReply } from '../itip/model.js';
import { replyIdOf, type InviteRow } from './rows.js';

const insertSql = `
  INSERT INTO invite (client_id, smart_invite_id, recipient_email, invite_id, reply_token, uid, callback_url, organizer,
                      submitted, state, created_at, revised_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT DO NOTHING`;

const updateSql = `
  UPDATE invite SET callback_url = $2, organizer = $3, submitted = $4, state = $5, revised_at = $6 WHERE invite_id = $1`;

export const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The part of an invite that is stored as JSON: all but its replies. */
export const stateOf = ({ invite: { replies: _replies, ...state } }: InviteRow): string => JSON.stringify(state);

const countSql = `
  INSERT INTO invite_count AS present (client_id, invites) VALUES ($1, 1)
  ON CONFLICT (client_id) DO UPDATE SET invites = present.invites + 1`;

/** Whether the application may have another invite; the caller's transaction creates it. */
export async function hasRoom(client: PoolClient, clientId: string, most: number): Promise<boolean> {
  const text = 'SELECT invites FROM invite_count WHERE client_id = $1 FOR UPDATE';
  const { rows } = await client.query<{ invites: number }>({ name: 'lock-invite-count', text, values: [clientId] });
  return (rows[0]?.invites ?? 0) < most;
}

/** False when another session has created an invite with the same key concurrently. */
export async function insertInvite(client: PoolClient, row: InviteRow): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'insert-invite',
    text: insertSql,
    values: [
      row.client_id,
      row.smart_invite_id,
      row.recipient_email,
      row.invite_id,
      row.reply_token,
      row.invite.uid,
      row.callback_url,
      json(row.organizer),
      json(row.submitted),
      stateOf(row),
      row.revised_at,
    ],
  });
  if (rowCount === 0) return false;
  await client.query({ name: 'count-invite', text: countSql, values: [row.client_id] });
  return true;
}

/** The recipients' own addresses; stored ones stay unchanged. */
export async function saveRecipientTokens(client: PoolClient, row: InviteRow): Promise<void> {
  const tokens = Object.entries(row.recipient_tokens);
  if (tokens.length === 0) return;
  await client.query({
    name: 'save-recipient-addresses',
    text: `INSERT INTO recipient_address (reply_token, invite_id, recipient_email)
           SELECT token, $1, email FROM unnest($2::text[], $3::text[]) AS own (token, email) ON CONFLICT DO NOTHING`,
    values: [row.invite_id, tokens.map(([, token]) => token), tokens.map(([email]) => email)],
  });
}

/** Everything but the replies, which {@link addReplies} adds. */
export async function updateInvite(client: PoolClient, row: InviteRow): Promise<void> {
  await client.query({
    name: 'update-invite',
    text: updateSql,
    values: [row.invite_id, row.callback_url, json(row.organizer), json(row.submitted), stateOf(row), row.revised_at],
  });
}

/** Appends entries after the `before` that are stored already. */
export async function addReplies(
  client: PoolClient,
  { inviteId, before }: { inviteId: string; before: number },
  entries: readonly RecordedReply[],
): Promise<void> {
  const rows = entries.map((entry, index) => ({
    ordinal: before + index,
    reply_id: replyIdOf(inviteId, before + index),
    entry,
  }));
  await client.query({
    name: 'add-replies',
    text: `INSERT INTO reply (invite_id, ordinal, reply_id, entry)
           SELECT $1, ordinal, reply_id, entry FROM jsonb_to_recordset($2) AS row(ordinal int, reply_id text, entry jsonb)`,
    values: [inviteId, JSON.stringify(rows)],
  });
}
