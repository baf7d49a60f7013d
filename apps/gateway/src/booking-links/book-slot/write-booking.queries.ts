import type { Pool } from 'pg';
import { isRefused } from '../../read-model/refused-write.js';
import type { BookedEvent } from '../booking-link.js';

export interface StoredState {
  /** calendar-sync has not received the write yet. */
  isPending: boolean;
  /** Why its provider has refused it; null: it has not. */
  refusal: string | null;
}

/** What the read model has of these events, in any order. */
export async function findWriteStates(pool: Pool, events: readonly BookedEvent[]): Promise<StoredState[]> {
  const { rows } = await pool.query<StoredState>({
    name: 'find-booked-events',
    text: `SELECT pending_write.command IS NOT NULL OR stored.record IS NULL AS "isPending",
                  CASE WHEN pending_write.command IS NULL AND ${isRefused}
                       THEN stored.record -> 'refused_write' ->> 'reason' END AS refusal
           FROM unnest($1::text[], $2::text[]) AS booked (calendar_id, event_uid)
           LEFT JOIN pending_write USING (calendar_id, event_uid)
           LEFT JOIN event_state AS stored USING (calendar_id, event_uid)`,
    values: [events.map(({ calendarId }) => calendarId), events.map(({ eventUid }) => eventUid)],
  });
  return rows;
}

/** Addresses of these accounts that a provider vouches for, without that of `except`. */
export async function guestsOf(pool: Pool, subs: readonly string[], except: string): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>({
    name: 'find-guests',
    text: `SELECT email FROM account WHERE account_id = ANY ($1) AND account_id <> $2 AND email IS NOT NULL ORDER BY email`,
    values: [subs, except],
  });
  return rows.map(({ email }) => email);
}
