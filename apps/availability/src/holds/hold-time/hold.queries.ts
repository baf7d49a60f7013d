import type { Hold, HoldQuery } from '@kalends/contracts';
import { creationLock } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';

type Place = Extract<HoldQuery, { kind: 'place' }>;
type Key = Pick<HoldQuery, 'client_id' | 'hold_id'>;
/** `only_sub`: the hold counts only if it covers no other person. */
type Named = Key & { only_sub?: string | undefined };
type Database = Pick<Pool | PoolClient, 'query'>;

const columns = 'hold_id, start_ms, end_ms, expires_ms, members, pinned_ms';

const isOnlyOf = (sub: string) => `(${sub}::text IS NULL OR NOT EXISTS (
  SELECT FROM jsonb_array_elements(members) AS member WHERE member ->> 'sub' <> ${sub}))`;

export interface HoldRow {
  hold_id: string;
  start_ms: number;
  end_ms: number;
  expires_ms: number;
  members: Hold['members'];
  pinned_ms: number | null;
}

/**
 * Locks the persons and the hold, if there is one, until the transaction ends. Holds of one person are decided sequentially;
 * sorted locks prevent deadlocks. The statements are sent together: each runs after the previous one has its locks.
 */
export async function lockAndFind(
  client: PoolClient,
  subs: readonly string[],
  { client_id, hold_id }: Key,
): Promise<HoldRow | null> {
  const sorted = [...new Set(subs)].sort();
  const [, , { rows }] = await Promise.all([
    client.query({
      name: 'know-members',
      text: `INSERT INTO member SELECT unnest($1::text[]) AS sub ORDER BY sub ON CONFLICT DO NOTHING`,
      values: [sorted],
    }),
    client.query({
      name: 'lock-members',
      text: 'SELECT sub FROM member WHERE sub = ANY($1) ORDER BY sub FOR UPDATE',
      values: [sorted],
    }),
    client.query<HoldRow>({
      name: 'lock-hold',
      text: `SELECT ${columns} FROM hold WHERE client_id = $1 AND hold_id = $2 FOR UPDATE`,
      values: [client_id, hold_id],
    }),
  ]);
  return rows[0] ?? null;
}

/** The current state of a hold; null: there is none, or it covers persons other than `only_sub`. */
export async function findHold(db: Database, { client_id, hold_id, only_sub }: Named): Promise<HoldRow | null> {
  const { rows } = await db.query<HoldRow>({
    name: 'find-hold',
    text: `SELECT ${columns} FROM hold WHERE client_id = $1 AND hold_id = $2 AND ${isOnlyOf('$3')}`,
    values: [client_id, hold_id, only_sub ?? null],
  });
  return rows[0] ?? null;
}

interface Pin {
  calendar_id: string;
  event_uid: string;
  /** Epoch ms, as `expires_ms`. */
  now: number;
  expires_ms: number;
}

/** True when there is such a hold that has not expired; it is confirmed now. */
export async function pinHold(
  db: Database,
  { client_id, hold_id, only_sub }: Named,
  pin: Pin,
): Promise<HoldRow | undefined> {
  const { rows } = await db.query<HoldRow>({
    name: 'pin-hold',
    text: `UPDATE hold SET pinned_calendar_id = $4, pinned_event_uid = $5, pinned_ms = $6, expires_ms = $7
           WHERE client_id = $1 AND hold_id = $2 AND ${isOnlyOf('$3')} AND expires_ms > $6 RETURNING ${columns}`,
    values: [client_id, hold_id, only_sub ?? null, pin.calendar_id, pin.event_uid, pin.now, pin.expires_ms],
  });
  return rows[0];
}

/** Most holds of an application that have not ended; each is at most a day old, or confirmed. */
export const maxHolds = 10_000;

/** Saves a new hold; null: the application has as many as it may have. */
export async function saveHold(client: PoolClient, body: Place, now: number): Promise<HoldRow | null> {
  const { client_id, hold_id, start, end, members } = body;
  const expires = now + body.ttl_seconds * 1000;
  await client.query(creationLock('hold', client_id));
  const { rows } = await client.query<HoldRow>({
    name: 'save-hold',
    text: `WITH saved AS (
             INSERT INTO hold (client_id, hold_id, start_ms, end_ms, expires_ms, members)
             SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::bigint, $6::jsonb
             WHERE (SELECT count(*) FROM hold WHERE client_id = $1 AND expires_ms > $8) < ${maxHolds}
             RETURNING ${columns}
           ), its_members AS (
             INSERT INTO hold_member (sub, client_id, hold_id, start_ms, end_ms)
             SELECT DISTINCT sub, $1, $2, $3::bigint, $4::bigint FROM unnest($7::text[]) AS sub, saved)
           SELECT * FROM saved`,
    values: [client_id, hold_id, start, end, expires, JSON.stringify(members), members.map(({ sub }) => sub), now],
  });
  return rows[0] ?? null;
}

/** True when there was such a hold. */
export async function deleteHold(db: Database, { client_id, hold_id, only_sub }: Named): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'delete-hold',
    text: `DELETE FROM hold WHERE client_id = $1 AND hold_id = $2 AND ${isOnlyOf('$3')}`,
    values: [client_id, hold_id, only_sub ?? null],
  });
  return rowCount === 1;
}
