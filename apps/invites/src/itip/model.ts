import type { EpochMs, EventComponent, EventTime, LocalDate, Recurrence } from '@kalends/icalendar';

export type InviteStatus = 'pending' | 'accepted' | 'tentative' | 'declined';

/** A new time that an attendee proposes (RFC 5546 §3.2.7). */
export interface Proposal {
  start: EventTime;
  end: EventTime;
}

export interface Recipient {
  /** As submitted; compared in lower case. */
  email: string;
  status: InviteStatus;
  comment?: string;
  proposal?: Proposal;
  /**
   * The newest reply that counted: the revision of the invite that it answered, and when it was written (RFC 5546 §2.1.5).
   */
  counted: { sequence: number; dtstamp: EpochMs } | null;
}

/** One Smart Invite: to one recipient, or to several who share one text. */
export interface Invite {
  /** Opaque and stable. */
  uid: string;
  /** RFC 5546 §2.1.4. */
  sequence: number;
  method: 'request' | 'cancel';
  several: boolean;
  recipients: Recipient[];
  /** Addresses, in lower case, of the recipients who were removed. */
  removed?: string[];
  /** The content of the iCalendar text, without organizer and attendees. */
  event: EventComponent;
  recurrence?: Recurrence;
  /** In the order in which they were recorded; the newest is last. */
  replies: RecordedReply[];
}

/** One attendee's answer, from one calendar part of a mail. Missing values are null. */
export interface AttendeeReply {
  method: 'REPLY' | 'COUNTER' | 'REFRESH' | 'OTHER';
  uid: string | null;
  sequence: number | null;
  dtstamp: EpochMs | null;
  /** The instance of a series that it answers: an instant, or the date of an all-day one. */
  recurrenceId: EpochMs | LocalDate | null;
  /** In lower case, without `mailto:`. */
  email: string;
  /** RFC 5545 §3.2.12, upper case; NEEDS-ACTION when missing. */
  partstat: string;
  delegatedTo: string[];
  comment?: string;
  proposal?: Proposal;
}

/** A mail that may contain replies, as parsed. */
export interface ReplyMail {
  messageId: string | null;
  /** Of the From header, in lower case. */
  from: string | null;
  /** RFC 3834, bounces: it changes nothing. */
  automatic: boolean;
  /** As recorded by a server that received the mail before Kalends; never computed here. */
  authentication: string | null;
  /** Each answer once, though a mail may contain it several times. */
  replies: AttendeeReply[];
}

/** Why a reply was recorded without changing a status. */
export type NotCounted =
  | 'no-secret'
  | 'other-invite'
  | 'out-of-sequence'
  | 'out-of-date'
  | 'cancelled'
  | 'party-crasher'
  | 'not-the-sender'
  | 'delegated'
  | 'instance-only'
  | 'no-answer'
  | 'removed';

/** An entry of the invite's `replies`. */
export interface RecordedReply {
  email: string;
  status: InviteStatus;
  comment?: string;
  proposal?: Proposal;
  recurrenceId?: EpochMs | LocalDate;
  delegatedTo?: string[];
  counted: boolean;
  reason?: NotCounted;
  sequence: number | null;
  dtstamp: EpochMs | null;
  messageId: string | null;
  authentication?: string;
  /** Epoch ms of recording. */
  at: EpochMs;
}
