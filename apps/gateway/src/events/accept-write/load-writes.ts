import type { CalendarRecord, EventRecord } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import type { RowBefore } from '../../read-model/former-places.js';
import { projectionColumns, type ProjectionRow } from '../../read-model/replace-occurrences.js';
import { writtenUid, type Write } from './write.js';

/** Data that a write is decided by. */
export interface Loaded extends ProjectionRow {
  /** As readers see it, even if deleted. */
  calendar: CalendarRecord | null;
  /** Whether events in it that others created may be changed. */
  unrestricted: boolean;
  /** The provider of its profile; null: not known yet. */
  provider: string | null;
  /** The event as readers see it. */
  present: EventRecord | null;
  /** The number of this write's command, if it is accepted. */
  command: number;
  /** The event's rows in the table `occurrence`, two of them at most. */
  rowsBefore: Omit<RowBefore, 'calendar_id' | 'event_uid'>[] | null;
}

const loadSql = `
  SELECT written.position,
         (SELECT record FROM calendar_state
          WHERE calendar_id = written.calendar_id AND account_id = written.account_id
          UNION ALL SELECT record FROM pending_calendar
          WHERE calendar_id = written.calendar_id AND account_id = written.account_id LIMIT 1) AS calendar,
         EXISTS (SELECT FROM unrestricted_calendar
          WHERE calendar_id = written.calendar_id AND account_id = written.account_id) AS unrestricted,
         (SELECT profile_state.record ->> 'provider_name'
          FROM calendar_state JOIN profile_state USING (profile_id)
          WHERE calendar_id = written.calendar_id AND calendar_state.account_id = written.account_id
          UNION ALL SELECT profile_state.record ->> 'provider_name'
          FROM pending_calendar JOIN profile_state ON profile_id = pending_calendar.record ->> 'profile_id'
          WHERE calendar_id = written.calendar_id AND pending_calendar.account_id = written.account_id LIMIT 1) AS provider,
         (SELECT record FROM pending_write
          WHERE calendar_id = written.calendar_id AND event_uid = written.event_uid
          UNION ALL SELECT record FROM event_state
          WHERE calendar_id = written.calendar_id AND event_uid = written.event_uid LIMIT 1) AS present,
         (SELECT json_agg(shown) FROM (
            SELECT instance, class, start_ms, end_ms, deleted FROM occurrence
            WHERE calendar_id = written.calendar_id AND event_uid = written.event_uid LIMIT 2) AS shown) AS "rowsBefore",
         nextval('write_command') AS command, ${projectionColumns}
  FROM projection,
       unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS written (account_id, calendar_id, event_uid, position)
  WHERE projection_id = 1`;

/** Loads all that writes are decided by, in order; in the transaction that has locked their accounts. */
export async function loadWrites(client: PoolClient, writes: readonly Write[]): Promise<Loaded[]> {
  const targets = writes.map(({ target }) => target);
  const { rows } = await client.query<Loaded & { position: number }>({
    name: 'load-written-events',
    text: loadSql,
    values: [
      targets.map(({ accountId }) => accountId),
      targets.map(({ calendarId }) => calendarId),
      targets.map(writtenUid),
    ],
  });
  // command numbers rise in the order of the writes, whatever the order of the rows
  const commands = rows.map(({ command }) => command).sort((a, b) => a - b);
  return rows
    .sort((a, b) => a.position - b.position)
    .map((row, index) => Object.assign(row, { command: commands[index]! }));
}
