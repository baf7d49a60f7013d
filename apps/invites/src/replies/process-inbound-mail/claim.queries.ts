import { databaseNow } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';

/** A stored mail that this worker has claimed. */
export interface ClaimedMail {
  mail_id: string;
  reply_token: string;
  /** Null for a large mail: {@link readRaw} returns it. */
  raw: Buffer | null;
  received_at: string;
  /** 1: never claimed before. More: it must be parsed alone, see {@link readAlone}. */
  attempts: number;
}

/** Mails up to this size are returned with their claim; larger ones are read one by one, to bound memory. */
const smallBytes = 262_144;

const claimSql = `
  WITH due AS (
    SELECT mail_id, attempts AS before FROM raw_mail WHERE lease_until <= ${databaseNow}
    ORDER BY lease_until, mail_id LIMIT $1 FOR UPDATE SKIP LOCKED)
  UPDATE raw_mail SET attempts = greatest(attempts, 1), lease_until = ${databaseNow} + $2
  FROM due WHERE raw_mail.mail_id = due.mail_id
  RETURNING raw_mail.mail_id, reply_token, CASE WHEN length(raw) <= ${smallBytes} THEN raw END AS raw, received_at,
            before + 1 AS attempts`;

/** Claims up to `limit` unclaimed mails, the oldest first, for `leaseMs`. */
export async function claimMails(pool: Pool, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await pool.query<ClaimedMail>({ name: 'claim-mails', text: claimSql, values: [limit, leaseMs] });
  return rows.sort((a, b) => Number(a.mail_id) - Number(b.mail_id));
}

/**
 * Counts one more attempt to parse a mail alone before it begins, and extends its lease by `leaseMs`: of mails that were
 * claimed together when a process died, only the one being parsed is counted. Returns how often it was parsed alone,
 * including this time; undefined if another worker has claimed it.
 */
export async function readAlone(pool: Pool, mail: ClaimedMail, leaseMs: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ alone: number }>({
    name: 'read-mail-alone',
    text: `UPDATE raw_mail SET attempts = attempts + 1, lease_until = ${databaseNow} + $3
           WHERE mail_id = $1 AND attempts = $2 RETURNING attempts - 1 AS alone`,
    values: [mail.mail_id, mail.attempts - 1, leaseMs],
  });
  return rows[0]?.alone;
}

/** A mail's message; undefined if another worker has finished it. */
export async function readRaw(pool: Pool, mailId: string): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ raw: Buffer }>({
    name: 'read-raw-mail',
    text: 'SELECT raw FROM raw_mail WHERE mail_id = $1',
    values: [mailId],
  });
  return rows[0]?.raw;
}

/** Deletes a mail's row in the transaction of its effects; false if another worker has done so. */
export async function deleteClaimed(client: PoolClient, mailId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'take-out-mail',
    text: 'DELETE FROM raw_mail WHERE mail_id = $1',
    values: [mailId],
  });
  return rowCount === 1;
}
