import type { EventTime, Recurrence, Transparency } from '../model.js';

interface Person {
  email: string;
  display_name?: string;
}

/** What a write asks of an event. An absent member stays as it is, `null` removes it. */
export interface WrittenChange {
  summary?: string;
  description?: string | null;
  start?: EventTime;
  end?: EventTime;
  location?: { description?: string; lat?: string; long?: string } | null;
  url?: string | null;
  color?: string | null;
  event_private?: boolean | null;
  categories?: string[] | null;
  /** Minutes before the start. */
  reminders?: number[] | null;
  /** The reminders count on the first write only. */
  reminders_create_only?: boolean;
  transparency?: Transparency;
  /** A change of the list, not the whole list. */
  attendees?: { invite?: Person[]; remove?: Person[] };
  /** Replaces all that says when the event recurs. */
  recurrence?: Recurrence | null;
  /** The calendar owner's own answer (RFC 5545 §3.2.12): that of the attendee with one of their addresses. */
  own_attendance?: { addresses: string[]; status: 'accepted' | 'tentative' | 'declined' };
}
