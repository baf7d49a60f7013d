import type { Hold, HoldQuery } from '@kalends/contracts';
import type { PoolClient } from 'pg';

type Place = Extract<HoldQuery, { kind: 'place' }>;
type Key = Pick<HoldQuery, 'client_id' | 'hold_id'>;

export interface HoldRow {
  hold_id: string;
  start_ms: number;
  end_ms: number;
  expires_ms: number;
  members: Hold['members'];
  pinned_ms: number | null;
}

/** Holds of one person are decided one after the other; sorted, so that two never wait for each other in a circle. */
export async function lockMembers(client: PoolClient, subs: readonly string[]): Promise<void> {
  const sorted = [...new Set(subs)].sort();
  await client.query({
    name: 'know-members',
    text: `INSERT INTO member SELECT unnest($1::text[]) AS sub ORDER BY sub ON CONFLICT DO NOTHING`,
    values: [sorted],
  });
  await client.query({
    name: 'lock-members',
    text: 'SELECT sub FROM member WHERE sub = ANY($1) ORDER BY sub FOR UPDATE',
    values: [sorted],
  });
}

/** The hold, locked until the transaction ends. */
export async function findHold(client: PoolClient, { client_id, hold_id }: Key): Promise<HoldRow | null> {
  const { rows } = await client.query<HoldRow>({
    name: 'find-hold',
    text: `SELECT hold_id, start_ms, end_ms, expires_ms, members, pinned_ms FROM hold
           WHERE client_id = $1 AND hold_id = $2 FOR UPDATE`,
    values: [client_id, hold_id],
  });
  return rows[0] ?? null;
}

export async function saveHold(client: PoolClient, body: Place, expiresMs: number): Promise<HoldRow> {
  const { client_id, hold_id, start, end, members } = body;
  const { rows } = await client.query<HoldRow>({
    name: 'save-hold',
    text: `INSERT INTO hold (client_id, hold_id, start_ms, end_ms, expires_ms, members) VALUES ($1, $2, $3, $4, $5, $6)
           RETURNING hold_id, start_ms, end_ms, expires_ms, members, pinned_ms`,
    values: [client_id, hold_id, start, end, expiresMs, JSON.stringify(members)],
  });
  await client.query({
    name: 'save-hold-members',
    text: `INSERT INTO hold_member (sub, client_id, hold_id, start_ms, end_ms)
           SELECT DISTINCT sub, $2, $3, $4::bigint, $5::bigint FROM unnest($1::text[]) AS sub`,
    values: [members.map(({ sub }) => sub), client_id, hold_id, start, end],
  });
  return rows[0]!;
}

/** True when there was one. */
export async function deleteHold(client: PoolClient, { client_id, hold_id }: Key): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'delete-hold',
    text: 'DELETE FROM hold WHERE client_id = $1 AND hold_id = $2',
    values: [client_id, hold_id],
  });
  return rowCount === 1;
}
