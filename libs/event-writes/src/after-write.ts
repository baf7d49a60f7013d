import type { EventChange, EventRecord, WriteEventCommand } from '@kalends/contracts';
import { applySeriesChange, toIso, type EventSeries } from '@kalends/icalendar';

/** What readers see of an event: its series, and whether it is deleted. `series` is null if it never existed. */
export interface VisibleEvent {
  series: EventSeries | null;
  deleted: boolean;
}

/** The part of an accepted write that changes its event; `accepted_at`: epoch ms. */
export interface AcceptedWrite {
  operation: WriteEventCommand['operation'];
  change: EventChange | null;
  accepted_at: number;
  /** The provider has accepted it already, and has yet to add the conference. */
  awaits_conference?: boolean;
}

/** The event that is written. */
export interface WrittenEvent {
  /** The iCalendar UID of an event that the write creates. */
  uid: string;
  /** Nobody's write through the API created it: once deleted, it stays deleted, unless a write creates it expressly. */
  isExternal: boolean;
}

/** The event after a write; a deleted one starts afresh. Pure: the gateway and calendar-sync decide alike. */
export function afterWrite(
  { series, deleted }: VisibleEvent,
  write: AcceptedWrite,
  { uid, isExternal }: WrittenEvent,
): VisibleEvent {
  if (write.operation === 'delete') return { series, deleted: true };
  const present = series && !deleted ? series : null;
  // what was deleted meanwhile stays deleted
  const { instance, existing, created } = write.change ?? {};
  const mustExist = instance !== undefined || existing === true || (isExternal && created === undefined);
  if ((mustExist || write.awaits_conference) && !present) return { series, deleted };
  const now = toIso(write.accepted_at);
  return { series: applySeriesChange(present, write.change ?? {}, { uid, now }), deleted: false };
}

/** The iCalendar UID of an event that the API creates (RFC 7986 §5.3: opaque). */
export const uidOfCreated = (eventUid: string): string => `${eventUid}@kalends`;

/** Members of a record that do not depend on its earlier state. `event_id`: absent for an event of somebody else. */
export type WrittenPlace = Pick<
  EventRecord,
  'account_id' | 'calendar_id' | 'event_uid' | 'floating_tzid' | 'own_addresses'
> &
  Partial<Pick<EventRecord, 'event_id'>>;

/** The revision of the record that follows another (0: there is none). `now`: epoch ms. */
export const nextRevision = (last: number, now: number): number => Math.max(last + 1, now);

/**
 * The record of an event after a write, still with the revision and command of the record before (null: there is none).
 * Whoever applies the same write to the same record gets the same result: calendar-sync publishes the gateway's, if its own
 * record has the revision that the gateway decided on.
 */
export function recordAfterWrite(present: EventRecord | null, write: AcceptedWrite, place: WrittenPlace): EventRecord {
  const event_id = place.event_id ?? present?.event_id;
  const before = { series: present?.series ?? null, deleted: present?.deleted ?? true };
  const uid = present?.series.uid ?? uidOfCreated(place.event_uid);
  const { series, deleted } = afterWrite(before, write, { uid, isExternal: event_id === undefined });
  return {
    kind: 'event',
    ...place,
    ...(event_id === undefined ? {} : { event_id }),
    ...(present?.google_event_id === undefined ? {} : { google_event_id: present.google_event_id }),
    revision: present?.revision ?? 0,
    command: present?.command ?? 0,
    deleted,
    changed_at: write.accepted_at,
    ...(present?.elsewhere_revision === undefined ? {} : { elsewhere_revision: present.elsewhere_revision }),
    ...(present?.refused_write === undefined ? {} : { refused_write: present.refused_write }),
    series: series ?? { uid, master: null, overrides: [] },
  };
}
