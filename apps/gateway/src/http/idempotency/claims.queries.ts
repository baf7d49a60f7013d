import type { Pool } from 'pg';

/** A key, by whom it was sent. */
export interface KeyOfOwner {
  owner: string;
  key: string;
}

/** What the table has for a key. */
export interface Claim {
  /** Whether this request is the first one with the key. */
  isOwn: boolean;
  request_hash: string;
  /** Null: no answer is recorded. */
  status: number | null;
  /** Sealed. */
  answer: string | null;
}

/** The unique row decides between concurrent requests; a row older than 24 hours counts as absent. */
const claimSql = `
  WITH claimed AS (
    INSERT INTO idempotency_key AS stored (owner, key, request_hash) VALUES ($1, $2, $3)
    ON CONFLICT (owner, key) DO UPDATE
      SET request_hash = $3, status = NULL, answer = NULL, created_at = now()
      WHERE stored.created_at < now() - interval '24 hours'
    RETURNING true AS "isOwn", request_hash, status, answer)
  SELECT * FROM claimed
  UNION ALL
  SELECT false, request_hash, status, answer FROM idempotency_key
  WHERE owner = $1 AND key = $2 AND NOT EXISTS (SELECT FROM claimed)`;

/**
 * Claims a key, or finds who has it; undefined: another request claimed it in this moment and has not committed before the
 * statement's snapshot.
 */
export async function claim(pool: Pool, { owner, key }: KeyOfOwner, requestHash: string): Promise<Claim | undefined> {
  const { rows } = await pool.query<Claim>({
    name: 'claim-idempotency-key',
    text: claimSql,
    values: [owner, key, requestHash],
  });
  return rows[0];
}

/** Records the answer of a claim. */
export async function record(pool: Pool, { owner, key }: KeyOfOwner, answer: { status: number; sealed: string }) {
  await pool.query({
    name: 'record-idempotent-answer',
    text: 'UPDATE idempotency_key SET status = $3, answer = $4 WHERE owner = $1 AND key = $2',
    values: [owner, key, answer.status, answer.sealed],
  });
}

/** Frees a key whose request did nothing. */
export async function release(pool: Pool, { owner, key }: KeyOfOwner): Promise<void> {
  await pool.query('DELETE FROM idempotency_key WHERE owner = $1 AND key = $2', [owner, key]);
}

/** Deletes the keys that no request can find any more. */
export async function deleteOldKeys(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM idempotency_key WHERE created_at < now() - interval '24 hours'");
}
