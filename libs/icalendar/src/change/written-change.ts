import type { EventTime, ExtendedTransparency, Override, Recurrence, Transparency } from '../model.js';

interface Person {
  email: string;
  display_name?: string;
}

/**
 * `explicit`: people join at `join_url`. `integrated`: the provider adds a conference of its own, and once it has, fills
 * the `templates`, texts of the event with placeholders for it. `none`: there is no conference.
 */
export type WrittenConference =
  | { kind: 'explicit'; join_url: string; name?: string }
  | { kind: 'integrated'; templates?: { description?: string; location?: string } }
  | { kind: 'none' };

/** A change of one instance of a series: of what its members name, or its deletion; the others stay as they are. */
export interface InstanceChange {
  /** The instance, by its original start (RFC 5545 §3.8.4.4). */
  recurrence_id: EventTime;
  /** It no longer takes place. */
  deleted?: boolean;
  /** Without `recurrence`, `conferencing`, `instance` and `created`, which are the series' own. */
  change?: WrittenChange;
}

/** The requested changes of an event. An absent member stays as it is, `null` removes it. */
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
  tags?: string[] | null;
  /** Minutes before the start. */
  reminders?: number[] | null;
  /** The reminders apply to the first write only. */
  reminders_create_only?: boolean;
  transparency?: Transparency;
  extended_transparency?: ExtendedTransparency | null;
  /** A change of the list, not the whole list. */
  attendees?: { invite?: Person[]; remove?: Person[] };
  conferencing?: WrittenConference;
  /** Replaces the complete recurrence. */
  recurrence?: Recurrence | null;
  /** The calendar owner's own answer (RFC 5545 §3.2.12), set on the attendee with one of their addresses. */
  own_attendance?: { addresses: string[]; status: 'accepted' | 'tentative' | 'declined' };
  /** Of one instance; the other members are then absent. */
  instance?: InstanceChange;
  /** Only an event that exists is changed; none is created. */
  existing?: boolean;
  /** The write creates the event, whoever it belongs to, with these instances that differ. */
  created?: { overrides: Override[] };
}
