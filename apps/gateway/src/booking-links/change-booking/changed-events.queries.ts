import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { isRefused } from '../../read-model/refused-write.js';
import type { BookedEvent } from '../booking-link.js';

export interface ChangedState extends BookedEvent {
  /** calendar-sync has not received the write yet. */
  isPending: boolean;
  /** Why its provider has refused it; null: it has not. */
  refusal: string | null;
}

const keysOf = (events: readonly BookedEvent[]) => [
  events.map(({ accountId }) => accountId),
  events.map(({ calendarId }) => calendarId),
  events.map(({ eventUid }) => eventUid),
];

/** What the read model has of these events; one that is deleted may have no record. */
export async function findChangedStates(pool: Pool, events: readonly BookedEvent[]): Promise<ChangedState[]> {
  const { rows } = await pool.query<ChangedState>({
    name: 'find-changed-events',
    text: `SELECT booked.account_id AS "accountId", calendar_id AS "calendarId", event_uid AS "eventUid",
                  pending_write.command IS NOT NULL AS "isPending",
                  CASE WHEN pending_write.command IS NULL AND ${isRefused}
                       THEN coalesce(stored.record -> 'refused_write' ->> 'reason', '') END AS refusal
           FROM unnest($1::text[], $2::text[], $3::text[]) AS booked (account_id, calendar_id, event_uid)
           LEFT JOIN pending_write USING (calendar_id, event_uid)
           LEFT JOIN event_state AS stored USING (calendar_id, event_uid)`,
    values: keysOf(events),
  });
  return rows;
}

/** Whether readers see each of these events at this time. */
export async function areAt(pool: Pool, events: readonly BookedEvent[], start: EpochMs): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'are-booked-events-at',
    text: `SELECT coalesce(bool_and(EXISTS (
             SELECT FROM occurrence JOIN projection USING (generation)
             WHERE calendar_id = booked.calendar_id AND event_uid = booked.event_uid AND NOT deleted AND start_ms = $4
           )), false) AS found
           FROM unnest($1::text[], $2::text[], $3::text[]) AS booked (account_id, calendar_id, event_uid)`,
    values: [...keysOf(events), start],
  });
  return rows[0]!.found;
}
