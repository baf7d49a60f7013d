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

/** Stores a message, once per reply address that it was sent to; durable when this resolves. `receivedAt`: epoch ms. */
export async function storeRawMail(
  pool: Pool,
  { tokens, raw }: { tokens: string[]; raw: Buffer },
  receivedAt: number,
): Promise<void> {
  await pool.query({
    name: 'store-raw-mail',
    text: 'INSERT INTO raw_mail (reply_token, raw, received_at) SELECT token, $2, $3 FROM unnest($1::text[]) AS token',
    values: [tokens, raw, receivedAt],
  });
}
