import { toIso } from '@kalends/icalendar';
import type { LinkRow, Step } from './links.queries.js';

/** A link in a list for administrators. */
export function presentAdministered({ linkId, status, definition, booking, createdAt, expiresAt }: LinkRow) {
  return {
    real_time_scheduling_id: linkId,
    status,
    event_id: definition.event.event_id,
    summary: definition.event.summary,
    created_at: createdAt,
    expires_at: expiresAt,
    start: booking ? toIso(booking.start) : null,
    tzid: definition.tzid,
  };
}

/** A link with what happened on it. */
export function presentDetails(link: LinkRow, steps: Step[]) {
  const { definition, booking } = link;
  const calendars = booking
    ? booking.events.map((one) => ({ sub: one.accountId, calendar_id: one.calendarId, event_uid: one.eventUid }))
    : definition.targets.map((one) => ({ sub: one.accountId, calendar_id: one.calendarId, event_uid: null }));
  return {
    ...presentAdministered(link),
    end: booking ? toIso(booking.end) : null,
    visitor_tzid: booking?.tzid ?? null,
    members: booking?.subs ?? [],
    calendars,
    steps,
  };
}
