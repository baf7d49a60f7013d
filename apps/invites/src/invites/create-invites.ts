import type { SmartInviteReply } from '@kalends/contracts';
import { outboxInsert } from '@kalends/messaging';
import type { Pool } from 'pg';
import { changeMessage } from './change-message.js';
import type { InviteRow } from './rows.js';
import { json, stateOf } from './save.js';

/** An invite that may be new, the message that requests it, and the reply to that message if it is. */
export interface RequestedInvite {
  group: string;
  messageId: string;
  row: InviteRow;
  reply: SmartInviteReply;
}

const outbox = outboxInsert(18, 'key IN (SELECT invite_id FROM created)');

/**
 * Keys in a fixed order, so that two processes cannot deadlock. The counts are locked, and read as they are then: the numbers of
 * invites are exact, but for an application's first statement, which finds no count.
 */
const createSql = `
  WITH present AS (
    SELECT client_id, invites FROM invite_count WHERE client_id = ANY ($4::text[]) ORDER BY client_id FOR UPDATE
  ), requested AS (
    SELECT requested.*, coalesce(invites, 0) + row_number() OVER (PARTITION BY client_id) AS nth FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                         $9::text[], $10::text[], $11::jsonb[], $12::jsonb[], $13::jsonb[], $14::bigint[])
      AS requested (group_name, message_id, reply, client_id, smart_invite_id, recipient_email, invite_id, reply_token, uid,
                 callback_url, organizer, submitted, state, revised_at)
    LEFT JOIN present USING (client_id)
    WHERE NOT EXISTS (
      SELECT FROM inbox WHERE inbox.group_name = requested.group_name AND inbox.message_id = requested.message_id)
  ), created AS (
    INSERT INTO invite (client_id, smart_invite_id, recipient_email, invite_id, reply_token, uid, callback_url, organizer,
                        submitted, state, created_at, revised_at)
    SELECT client_id, smart_invite_id, recipient_email, invite_id, reply_token, uid, callback_url, organizer,
           submitted, state, revised_at, revised_at
    FROM requested WHERE nth <= $25 ORDER BY client_id, smart_invite_id, recipient_email
    ON CONFLICT DO NOTHING
    RETURNING invite_id, client_id
  ), counted AS (
    INSERT INTO invite_count (client_id, invites) SELECT client_id, count(*) FROM created GROUP BY client_id
    ON CONFLICT (client_id) DO UPDATE SET invites = invite_count.invites + excluded.invites
  ), addresses AS (
    INSERT INTO recipient_address (reply_token, invite_id, recipient_email)
    SELECT token, invite_id, email FROM unnest($15::text[], $16::text[], $17::text[]) AS own (token, invite_id, email)
    JOIN created USING (invite_id)
  ), noted AS (
    INSERT INTO inbox (group_name, message_id, reply)
    SELECT group_name, message_id, reply FROM requested JOIN created USING (invite_id)
  ), published AS (
    ${outbox.text}
  )
  SELECT invite_id FROM created`;

const ownAddresses = (requested: readonly RequestedInvite[]) =>
  requested.flatMap(({ row }) =>
    Object.entries(row.recipient_tokens).map(([email, token]) => ({ email, token, inviteId: row.invite_id })),
  );

function valuesOf(requested: readonly RequestedInvite[]): unknown[] {
  const texts = (of: (row: InviteRow) => string | null) => requested.map(({ row }) => of(row));
  const own = ownAddresses(requested);
  return [
    requested.map(({ group }) => group),
    requested.map(({ messageId }) => messageId),
    requested.map(({ reply }) => JSON.stringify(reply)),
    texts((row) => row.client_id),
    texts((row) => row.smart_invite_id),
    texts((row) => row.recipient_email),
    texts((row) => row.invite_id),
    texts((row) => row.reply_token),
    texts((row) => row.invite.uid),
    texts((row) => row.callback_url),
    texts((row) => json(row.organizer)),
    texts((row) => json(row.submitted)),
    texts(stateOf),
    requested.map(({ row }) => row.revised_at),
    own.map(({ token }) => token),
    own.map(({ inviteId }) => inviteId),
    own.map(({ email }) => email),
    ...outbox.values(requested.map(({ row }) => changeMessage(row, 'created'))),
  ];
}

/**
 * Creates the invites that do not exist yet, each with its message's row in the inbox and the event that reports it, by one statement, which is a separate
 * transaction. Returns for each whether it was created. Otherwise nothing is stored: the key exists already, the message was
 * handled before, or the application may be about to have more than `most` invites.
 */
export async function createInvites(
  pool: Pool,
  requested: readonly RequestedInvite[],
  most: number,
): Promise<boolean[]> {
  const { rows } = await pool.query<{ invite_id: string }>({
    name: 'create-invites',
    text: createSql,
    values: [...valuesOf(requested), most],
  });
  const created = new Set(rows.map(({ invite_id }) => invite_id));
  return requested.map(({ row }) => created.has(row.invite_id));
}
