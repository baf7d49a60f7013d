import { createHash } from 'node:crypto';
import type { CalendarRecord, EventChange, EventRecord, WriteEventCommand } from '@kalends/contracts';

export type WriteRefusal = 'unknown-calendar' | 'read-only-calendar';

/** A write that could not be decided or stored, and why; others of its transaction are still accepted. */
export class Failed {
  constructor(readonly error: unknown) {}
}

export type Outcome = 'accepted' | WriteRefusal | Failed;

/** A write as decided by a use case: the command for calendar-sync, and the state that readers see from now on. */
export interface Decision {
  operation: WriteEventCommand['operation'];
  change?: EventChange;
  record: EventRecord;
  /** The event_uid of an event that an earlier write of the transaction creates: its provider has to accept that one first. */
  after?: string;
}

/**
 * `unrestricted`: the user lets the application change events in it that others created (PERM-1). `provider`: that of its profile.
 */
export interface WrittenCalendar extends CalendarRecord {
  unrestricted: boolean;
  provider?: string | null;
}

export interface WriteTarget {
  accountId: string;
  calendarId: string;
  /** The application's own id of the event, or the event_uid of an event of someone else. */
  event: { eventId: string } | { eventUid: string };
  /** Epoch ms. */
  now: number;
}

/**
 * Decides on the event as a reader sees it (null when there is none); null: nothing to do. Pure: it may be called again when
 * its transaction is retried. If it throws, only this write fails.
 */
export type Decide = (present: EventRecord | null, calendar: WrittenCalendar, eventUid: string) => Decision | null;

export interface Write {
  target: WriteTarget;
  decide: Decide;
  /** Its event becomes a series, whose occurrences take long to create. */
  isSeries?: boolean;
  /** The writes of its request are stored together or not at all. */
  isWhole?: boolean;
  /** W3C trace context of the request. */
  traceparent?: string;
  /** Its X-Request-Id. */
  requestId?: string;
}

/** The event_uid of an application's event: known before calendar-sync receives it. */
export function eventUidOf(calendarId: string, eventId: string): string {
  const digest = createHash('sha256').update(`${calendarId}\n${eventId}`).digest('hex');
  return `evt_${digest.slice(0, 24)}`;
}

export const writtenUid = ({ calendarId, event }: WriteTarget) =>
  'eventUid' in event ? event.eventUid : eventUidOf(calendarId, event.eventId);
