/** An instant: milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** A calendar day without a zone, `YYYY-MM-DD`. */
export type LocalDate = string;

/** A wall clock reading without a zone, `YYYY-MM-DDTHH:MM:SS`. */
export type LocalDateTime = string;

/** Half-open `[start, end)`, in epoch milliseconds. */
export interface Period {
  start: EpochMs;
  end: EpochMs;
}

/**
 * A time in iCalendar (RFC 5545 §3.3.4, §3.3.5): a day, or a wall clock reading in a zone. `tzid` is an IANA name,
 * `Etc/UTC` for UTC times, a key of {@link EventSeries.zones} for a zone that only the object itself defines, or `null`
 * for a floating time (read in the calendar owner's zone). `instant`: of an event that does not recur and was written as an
 * instant, where nothing but this stores it: it stays when the rules of the zone change, and `local` is what was read then.
 */
export type EventTime = { date: LocalDate } | { local: LocalDateTime; tzid: string | null; instant?: EpochMs };

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled';
export type Transparency = 'opaque' | 'transparent';
export type ExtendedTransparency = 'out_of_office' | 'working_elsewhere' | 'tentative';

/** Kinds of events that a provider distinguishes. */
export const eventTypes = ['focus_time', 'out_of_office', 'working_location', 'birthday', 'from_gmail'] as const;
export type EventType = (typeof eventTypes)[number];

export type ParticipationStatus = 'needs_action' | 'accepted' | 'declined' | 'tentative' | 'unknown';

export interface Attendee {
  email: string;
  display_name?: string;
  status: ParticipationStatus;
}

/**
 * The modelled properties of one VEVENT. Members have the names of the public interface; an absent member means that
 * the component has no such property. `start`/`end`: `end` is exclusive and always present (derived from DURATION or,
 * for a day without DTEND, one day: RFC 5545 §3.6.1). `created`/`updated`: UTC ISO, whole seconds.
 */
export interface EventComponent {
  summary: string;
  description?: string;
  start: EventTime;
  end: EventTime;
  /** The DURATION (RFC 5545 §3.3.6) used instead of DTEND: its days are calendar days in every instance. */
  duration?: string;
  location?: { description?: string; lat?: string; long?: string };
  status: EventStatus;
  transparency: Transparency;
  /** What the provider knows beyond `transparency`. */
  extended_transparency?: ExtendedTransparency;
  /** What kind of event it is, where its provider distinguishes kinds; absent: an ordinary one. */
  event_type?: EventType;
  categories?: string[];
  /** The application's own marks; they are in the calendar, but nobody shows them. */
  tags?: string[];
  attendees?: Attendee[];
  /** The calendar owner's answer, where the provider states it beside the attendees. */
  own_status?: Attendee['status'];
  organizer?: { email: string; display_name?: string };
  url?: string;
  /** Where people join an online meeting. */
  conference_url?: string;
  /** What the application or the program that added it calls the conference. */
  conference_name?: string;
  /** The provider is to add a conference and has not done so yet. */
  conference_pending?: boolean;
  color?: string;
  event_private?: boolean;
  /** Minutes before the start, in the object's order. */
  reminders?: number[];
  created?: string;
  updated?: string;
  sequence?: number;
}

/** RFC 5545 §3.8.5. `rrules` are the RRULE values as written (without the property name). */
export interface Recurrence {
  rrules: string[];
  /** EXRULE values (RFC 2445 §4.8.5.2, removed in RFC 5545): instances that do not take place. */
  exrules?: string[];
  rdates: RecurrenceDate[];
  exdates: EventTime[];
}

/** An RDATE value: a time, or a period with its own end. */
export interface RecurrenceDate {
  start: EventTime;
  end?: EventTime;
}

/**
 * An instance that differs (RFC 5545 §3.8.4.4). `change` has only the differences from the master; `null` removes.
 * `range: 'THISANDFUTURE'` applies the change, and the shift of start and duration, to this and every later instance.
 */
export interface Override {
  recurrence_id: EventTime;
  range?: 'THISANDFUTURE';
  change: Partial<{ [K in keyof EventComponent]: EventComponent[K] | null }>;
}

/**
 * A zone that only the object itself defines: UTC offsets in seconds, each with the instant from which it applies,
 * ascending.
 */
export interface EmbeddedZone {
  /** The offset before the first transition, in seconds east of UTC. */
  initial: number;
  transitions: [from: EpochMs, offsetSeconds: number][];
}

/**
 * The event of one calendar object resource (RFC 4791 §4.1): a master and its overrides. It is one record on the state
 * topic, and plain JSON. If an object has no master, its `overrides` are whole components and `master` is null.
 */
export interface EventSeries {
  uid: string;
  master: EventComponent | null;
  recurrence?: Recurrence;
  overrides: Override[];
  zones?: Record<string, EmbeddedZone>;
  /** What of the object was not read, because it exceeds a bound ({@link Truncated}, or what a later release adds). */
  truncated?: string[];
}

/** Parts of a calendar object that have bounds (docs/reference/recurrence.md). */
export type Truncated = 'attendees' | 'dates' | 'overrides' | 'properties' | 'reminders' | 'text' | 'time_zones';

/**
 * One instance of a series. `recurrence_id` identifies it within the series: epoch ms for timed, `YYYY-MM-DD` for
 * all-day series, `null` for an event that does not recur. `cancelled` instances are absent from reads and free in
 * availability, yet reported as deleted.
 */
export interface Occurrence {
  recurrence_id: EpochMs | LocalDate | null;
  start: EventTime;
  end: EventTime;
  /** Instants; for all-day instances the UTC midnights of their dates. */
  startMs: EpochMs;
  endMs: EpochMs;
  cancelled: boolean;
  component: EventComponent;
}

const PARTS_OF_TIME: ReadonlySet<string> = new Set<Truncated>(['dates', 'overrides', 'time_zones']);

/** Whether it is known when a series takes place: nothing of that exceeds the bounds of an object. */
export const isWholeInTime = ({ truncated = [] }: Pick<EventSeries, 'truncated'>): boolean =>
  !truncated.some((part) => PARTS_OF_TIME.has(part));
