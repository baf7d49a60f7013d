import type { EventRecord, PendingOverlay } from '@kalends/contracts';
import { busyPeriods, type Period } from '@kalends/free-busy';
import type { Occurrence } from '@kalends/icalendar';

/** How long an acknowledged write is still sent to availability, whose projection may be behind this one. */
export const recentMs = 60_000;

/** Recent writes of the accounts `$2`, since `$3`. A revision is negative until a rebuild has read its record again. */
const eventsSql = `
  SELECT record, NULL::bigint AS revision FROM pending_write WHERE account_id = ANY($2)
  UNION ALL
  SELECT record, abs(revision) FROM event_state
  WHERE account_id = ANY($2) AND command > 0 AND (revision > $3 OR revision < -$3)
    AND NOT EXISTS (SELECT FROM pending_write AS pending WHERE pending.calendar_id = event_state.calendar_id
                      AND pending.event_uid = event_state.event_uid)`;

/** Only the built-in provider's calendars are known to begin empty. */
const calendarsSql = `
  SELECT account_id, calendar_id FROM pending_calendar WHERE account_id = ANY($2)
  UNION
  SELECT calendar.account_id, calendar_id FROM calendar_state AS calendar
  WHERE calendar.account_id = ANY($2) AND abs(calendar.revision) > $3 AND NOT calendar.deleted
    AND (SELECT record ->> 'provider_name' FROM profile_state AS profile
         WHERE profile.profile_id = calendar.profile_id) = 'kalends'`;

/** Both as JSON: columns `events` and `calendars`. */
export const recentWritesSql = `
  (SELECT coalesce(json_agg(row), '[]') FROM (${eventsSql}) AS row) AS events,
  (SELECT coalesce(json_agg(row), '[]') FROM (${calendarsSql}) AS row) AS calendars`;

/** The result of {@link recentWritesSql}. */
export interface RecentWrites {
  events: { record: EventRecord; revision: number | null }[];
  calendars: PendingOverlay['calendars'];
}

/** The time of an event within `span`, without these instances; `revision`: the one that it replaces what is older of. */
export function overlayEvent(
  record: EventRecord,
  revision: number | null,
  { span, without }: { span: Period; without?: ReadonlySet<Occurrence['recurrence_id']> },
): PendingOverlay['events'][number] {
  const { account_id, calendar_id, event_uid, event_id, series } = record;
  const options = {
    floatingTzid: record.floating_tzid,
    ownAddresses: record.own_addresses,
    ...(without && { without }),
  };
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
 * Recent writes, for requests to availability (AVL-13). `span`: all instants that the computation covers, including buffers.
 */
export const overlayOf = ({ events, calendars }: RecentWrites, span: Period): PendingOverlay => ({
  calendars,
  events: events.map(({ record, revision }) => overlayEvent(record, revision, { span })),
});
