import type { Pool } from 'pg';
import type { ListBookingLinksQuery } from '@kalends/public-api';
import type { ListPlace } from '../../http/list-place.js';
import type { LinkDefinition, Booking, LinkStatus } from '../booking-link.js';

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `
  link_id AS "linkId", status, definition, booking, ${iso('created_at')} AS "createdAt", ${iso('expires_at')} AS "expiresAt"`;

export interface LinkRow {
  linkId: string;
  status: LinkStatus;
  definition: LinkDefinition;
  booking: Booking | null;
  createdAt: string;
  expiresAt: string;
}

/** One more row than the page has, if there is one. */
export async function findLinks(
  pool: Pool,
  clientId: string,
  { status, limit, after }: Omit<ListBookingLinksQuery, 'after'> & { after: ListPlace | null },
): Promise<LinkRow[]> {
  const { rows } = await pool.query<LinkRow>(
    `SELECT ${columns} FROM booking_link
     WHERE client_id = $1 AND ($2::text IS NULL OR status = $2)
       AND ($3::timestamptz IS NULL OR (created_at, link_id) < ($3, $4))
     ORDER BY created_at DESC, link_id DESC LIMIT $5`,
    [clientId, status ?? null, after?.createdAt ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

/** null: there is none, or it is another application's. */
export async function findLink(pool: Pool, clientId: string, linkId: string): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>(
    `SELECT ${columns} FROM booking_link WHERE client_id = $1 AND link_id = $2`,
    [clientId, linkId],
  );
  return rows[0] ?? null;
}

/** What happened on a link, the oldest first. */
export interface Step {
  at: string;
  kind: string;
  start: string | null;
  detail: string | null;
}

export async function stepsOf(pool: Pool, linkId: string): Promise<Step[]> {
  const { rows } = await pool.query<Step>(
    `SELECT kind, ${iso('at')} AS at, ${iso('start_at')} AS start, detail
     FROM booking_link_step WHERE link_id = $1 ORDER BY step_id LIMIT 110`,
    [linkId],
  );
  return rows;
}
