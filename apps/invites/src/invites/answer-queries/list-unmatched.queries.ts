import type { SmartInviteReply, UnmatchedMail } from '@kalends/contracts';
import type { Pool } from 'pg';

interface Row extends Omit<UnmatchedMail, 'unmatched_id' | 'received_at' | 'from'> {
  unmatched_id: string;
  received_at: string;
  sender: string | null;
}

const listSql = `
  SELECT unmatched_id, received_at, reason, sender, message_id, client_id, smart_invite_id, length(raw) AS bytes
  FROM unmatched_mail WHERE unmatched_id < $1 ORDER BY unmatched_id DESC LIMIT $2`;

/** Mail that could not be recorded as a reply, newest first; `next`: the value of `before` for the next page. */
export async function listUnmatched(pool: Pool, before: number | null, limit: number): Promise<SmartInviteReply> {
  const { rows } = await pool.query<Row>({
    name: 'list-unmatched-mail',
    text: listSql,
    values: [before ?? Number.MAX_SAFE_INTEGER, limit + 1],
  });
  const mails = rows.slice(0, limit).map(({ unmatched_id, received_at, sender, ...row }): UnmatchedMail => ({
    ...row,
    unmatched_id: Number(unmatched_id),
    received_at: Number(received_at),
    from: sender,
  }));
  return { outcome: 'unmatched', next: rows.length > limit ? mails.at(-1)!.unmatched_id : null, mails };
}
