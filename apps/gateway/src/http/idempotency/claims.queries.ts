import type { Pool } from 'pg';

/** A key, by whom it was sent. */
export interface KeyOfOwner {
  owner: string;
  key: string;
}

/** Most keys of one owner within 24 hours, and bytes of the answers kept for them. */
const quota = { keys: 10_000, bytes: 64 * 1024 * 1024 };

/** What the table has for a key. */
export interface Claim {
  /** Whether this request is the first one with the key. */
  isOwn: boolean;
  request_hash: string;
  /** Null: no answer is recorded. */
  status: number | null;
  /** Sealed; null beside a status: it was too large to be kept. */
  answer: string | null;
  /** Its owner has used up the quota: nothing is claimed. */
  isFull: boolean;
}

const isKept = "created_at >= now() - interval '24 hours'";

/** The unique row decides between concurrent requests; a row older than 24 hours counts as absent. */
const claimSql = `
  WITH used AS (
    SELECT count(*) >= ${quota.keys} OR sum(octet_length(answer)) >= ${quota.bytes} AS "isFull"
    FROM idempotency_key WHERE owner = $1 AND ${isKept}),
  claimed AS (
    INSERT INTO idempotency_key AS stored (owner, key, request_hash)
    SELECT $1, $2, $3 FROM used WHERE "isFull" IS NOT TRUE
    ON CONFLICT (owner, key) DO UPDATE
      SET request_hash = $3, status = NULL, answer = NULL, created_at = now()
      WHERE stored.created_at < now() - interval '24 hours'
    RETURNING true AS "isOwn", request_hash, status, answer)
  , found AS (
    SELECT request_hash, status, answer FROM idempotency_key
    WHERE owner = $1 AND key = $2 AND ${isKept} AND NOT EXISTS (SELECT FROM claimed))
  SELECT *, false AS "isFull" FROM claimed
  UNION ALL SELECT false, *, false FROM found
  UNION ALL SELECT false, '', NULL, NULL, true FROM used WHERE "isFull" AND NOT EXISTS (SELECT FROM found)`;

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
export async function record(
  pool: Pool,
  { owner, key }: KeyOfOwner,
  answer: { status: number; sealed: string | null },
) {
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
