import type { EventRecord, PendingOverlay } from '@kalends/contracts';
import { busyPeriods, type Period } from '@kalends/free-busy';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';

/** How long an acknowledged write is still told to availability, whose projection may be behind this one. */
const recentMs = 60_000;

/** A revision is negative while a rebuild has not read its record again. */
const eventsSql = `
  SELECT record, NULL::bigint AS revision FROM pending_write WHERE account_id = ANY($1)
  UNION ALL
  SELECT record, abs(revision) FROM event_state JOIN projection USING (generation)
  WHERE account_id = ANY($1) AND command > 0 AND (revision > $2 OR revision < -$2)
    AND NOT EXISTS (SELECT FROM pending_write AS pending WHERE pending.calendar_id = event_state.calendar_id
                      AND pending.event_uid = event_state.event_uid)`;

/** Only the built-in provider's calendars are known to begin empty. */
const calendarsSql = `
  SELECT account_id, calendar_id FROM pending_calendar WHERE account_id = ANY($1)
  UNION
  SELECT calendar.account_id, calendar_id FROM calendar_state AS calendar JOIN projection USING (generation)
  WHERE calendar.account_id = ANY($1) AND abs(calendar.revision) > $2 AND NOT calendar.deleted
    AND (SELECT record ->> 'provider_name' FROM profile_state AS profile
         WHERE profile.generation = calendar.generation AND profile.profile_id = calendar.profile_id) = 'kalends'`;

/** Both in one round trip. */
const writtenSql = `
  SELECT (SELECT coalesce(json_agg(row), '[]') FROM (${eventsSql}) AS row) AS events,
         (SELECT coalesce(json_agg(row), '[]') FROM (${calendarsSql}) AS row) AS calendars`;

interface Written {
  events: { record: EventRecord; revision: number | null }[];
  calendars: PendingOverlay['calendars'];
}

function told(record: EventRecord, revision: number | null, span: Period): PendingOverlay['events'][number] {
  const { account_id, calendar_id, event_uid, event_id, series } = record;
  const options = { floatingTzid: record.floating_tzid, ownAddresses: record.own_addresses };
  const busy = record.deleted ? [] : busyPeriods(series, span, options);
  return {
    account_id,
    calendar_id,
    event_uid,
    revision,
    managed: event_id !== undefined,
    busy: busy.map(({ start, end, tentative }) => ({ start, end, tentative })),
  };
}

/**
 * What was just written for these accounts, for the asks to availability (design §2). `span`: all instants that the
 * computation looks at, buffers included. `now`: epoch ms.
 */
export async function readOverlay(
  pool: Pool,
  accountIds: readonly string[],
  span: Period,
  now: EpochMs,
): Promise<PendingOverlay> {
  const values = [accountIds, now - recentMs];
  const { rows } = await pool.query<Written>({ name: 'read-recent-writes', text: writtenSql, values });
  const { events, calendars } = rows[0]!;
  return {
    calendars,
    events: events.map(({ record, revision }) => told(record, revision, span)),
  };
}
