import type { EventRecord, RefusedWrite } from '@kalends/contracts';
import { attendeesShown, joinLinkIn, ownStatus, toIso, type EventComponent, type Occurrence } from '@kalends/icalendar';

/** A write that the provider has refused, as applications get it (EVT-43). */
export const refusedWriteShown = ({ operation, reason, code, refused_at }: RefusedWrite) => ({
  operation,
  reason,
  ...(code === undefined ? {} : { code }),
  refused_at: toIso(refused_at),
});

/** A refusal is about the event as shown until a later write is included. */
const refusalOf = ({ command, refused_write: refused }: EventRecord) =>
  refused && refused.command >= command ? { refused_write: refusedWriteShown(refused) } : {};

function identityOf(record: EventRecord, { recurrence_id: id }: Occurrence) {
  if (id === null) return { event_uid: record.event_uid };
  const suffix = typeof id === 'number' ? toIso(id).replaceAll(/[-:]/g, '') : id.replaceAll('-', '');
  return { event_uid: `${record.event_uid}_${suffix}`, series_identifier: record.event_uid };
}

/**
 * The conference, whoever added it (EVT-25): the event's own, else the first address in its texts at which people join a
 * known service.
 */
function conferenceOf({
  conference_pending,
  conference_url,
  conference_name,
  location,
  url,
  description,
}: EventComponent) {
  if (conference_pending) return { conferencing: { pending: true } };
  if (conference_url && /^https?:/i.test(conference_url)) {
    const provider_name = joinLinkIn(conference_url)?.provider_name ?? 'other';
    const named = conference_name ? { provider_description: conference_name } : {};
    return { meeting_url: conference_url, conferencing: { provider_name, ...named, join_url: conference_url } };
  }
  const link = joinLinkIn(location?.description) ?? joinLinkIn(url) ?? joinLinkIn(description);
  return link ? { meeting_url: link.join_url, conferencing: link } : {};
}

/**
 * One occurrence as readers get it, as JSON text; start and end are UTC times, or dates (EVT-8, EVT-10). Instances of a
 * series have an `event_uid` each and share `series_identifier`.
 */
export function wireOf(record: EventRecord, occurrence: Occurrence, deleted: boolean): string {
  const { component, start, startMs, endMs } = occurrence;
  const managed = record.event_id !== undefined;
  const allDay = 'date' in start;
  const changed = toIso(record.changed_at);
  const attendance = ownStatus(component, record.own_addresses);
  return JSON.stringify({
    start: allDay ? toIso(startMs).slice(0, 10) : toIso(startMs),
    end: allDay ? toIso(endMs).slice(0, 10) : toIso(endMs),
    calendar_id: record.calendar_id,
    ...identityOf(record, occurrence),
    ...(managed ? { event_id: record.event_id } : {}),
    summary: component.summary,
    description: component.description ?? '',
    deleted,
    created: component.created ?? component.updated ?? changed,
    updated: component.updated ?? component.created ?? changed,
    ...(component.location ? { location: { description: '', ...component.location } } : {}),
    // RFC 5545 §3.2.12: NEEDS-ACTION is the default.
    participation_status: attendance ?? 'needs_action',
    attendees: attendeesShown(component, record.own_addresses).map((one) => ({
      email: one.email,
      display_name: one.display_name ?? null,
      status: one.status,
    })),
    ...(component.organizer ? { organizer: component.organizer } : {}),
    transparency: component.transparency,
    extended_transparency: component.extended_transparency ?? component.transparency,
    event_status: deleted ? 'cancelled' : component.status,
    status: deleted ? 'cancelled' : component.status,
    event_type: component.event_type ?? 'default',
    categories: component.categories ?? [],
    ...(component.tags?.length ? { tags: component.tags.map((value) => ({ value })) } : {}),
    recurring: occurrence.recurrence_id !== null,
    event_private: component.event_private ?? false,
    ...conferenceOf(component),
    ...(component.url ? { url: component.url } : {}),
    ...refusalOf(record),
    options: { delete: managed, update: managed, change_participation_status: attendance !== undefined },
  });
}

/**
 * The `event_type` in an event's JSON text, as a pattern for JavaScript and for SQL; what was stored before there were types has none.
 * Within a text of the event, quotation marks have a backslash before them.
 */
export const eventTypePattern = '"event_type":"([a-z_]+)"';
