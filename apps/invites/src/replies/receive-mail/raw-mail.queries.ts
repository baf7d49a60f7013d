import type { Pool } from 'pg';

/** Whether an invite, or one of several recipients of one, has this reply address. */
export async function isKnownToken(pool: Pool, token: string): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>({
    name: 'is-known-token',
    text: `SELECT EXISTS (SELECT FROM invite WHERE reply_token = $1)
              OR EXISTS (SELECT FROM recipient_address WHERE reply_token = $1) AS known`,
    values: [token],
  });
  return rows[0]!.known;
}

/** Anybody may write to the operator, who reads what is not a reply in one list. */
const maxToOperator = 1_000;

/** Whether the list of mail that is no reply has room for a mail to the operator. */
export async function hasRoomForOperator(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n
     FROM (SELECT FROM unmatched_mail WHERE client_id IS NULL AND reason = 'no-reply' LIMIT ${maxToOperator}) AS mail`,
  );
  return rows[0]!.n < maxToOperator;
}

interface ReceivedMail {
  /** Of the reply addresses that it was sent to. */
  tokens: string[];
  raw: Buffer;
  /** The sender's address, of a mail that was also sent to the operator; null: it was not. */
  toOperatorFrom: string | null;
}

/** Stores a message, once per reply address that it was sent to; durable when this resolves. `receivedAt`: epoch ms. */
export async function storeRawMail(
  pool: Pool,
  { tokens, raw, toOperatorFrom }: ReceivedMail,
  receivedAt: number,
): Promise<void> {
  await pool.query({
    name: 'store-raw-mail',
    text: `WITH to_operator AS (
             INSERT INTO unmatched_mail (reason, sender, raw, received_at)
             SELECT 'no-reply', $4::text, $2::bytea, $3::bigint WHERE $4 IS NOT NULL)
           INSERT INTO raw_mail (reply_token, raw, received_at) SELECT token, $2, $3 FROM unnest($1::text[]) AS token`,
    values: [tokens, raw, receivedAt, toOperatorFrom],
  });
}
