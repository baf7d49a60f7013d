import type { AvailabilityBody, CreateBookingLinkBody, CreateSequenceLinkBody } from '@kalends/public-api';
import type { EpochMs } from '@kalends/icalendar';

/** A calendar that gets the event; `accountId` is its owner. */
export interface Target {
  accountId: string;
  calendarId: string;
}

type GivenSequence = CreateSequenceLinkBody['availability'];
type GivenStep = GivenSequence['sequence'][number];

/** The query of a link with several parts, in the order in which they take place; each has its own periods and event. */
export interface SequenceQuery extends Pick<GivenSequence, 'max_results' | 'excluded_events'> {
  sequence: (GivenStep & {
    query_periods: { start: EpochMs; end: EpochMs }[];
    event: CreateBookingLinkBody['event'];
  })[];
}

/** What the application gave when it created the link, checked. */
export interface LinkDefinition {
  event: CreateBookingLinkBody['event'];
  /** As the public API parses it: minutes and epoch ms. */
  availability: AvailabilityBody | SequenceQuery;
  targets: Target[];
  creation: 'default' | 'single';
  /** Zone of the event. */
  tzid: string;
  /** null: as the visitor's language has it. */
  hourFormat: 'h' | 'H' | null;
  /** Minutes. */
  minimumNotice: number;
  selectionMode: 'confirm' | 'no_confirm';
  callbackUrls: {
    completed: string | null;
    noneSuitable: string | null;
    noneDisplayed: string | null;
    /** Absent in links of earlier releases, like those that follow. */
    rescheduled?: string | null;
    cancelled?: string | null;
  };
  /** What the visitor may do with a booked time. */
  allow?: ChangeKind[];
  /** Where the browser goes after booking; null: the page shows the booking. */
  completedRedirect: string | null;
  /** Where the page leads back to. */
  redirectUri: string;
  state: string | null;
}

/** An event of a booking, in one calendar. */
export interface BookedEvent extends Target {
  eventUid: string;
  /** Which part of the link it is of, from 0. */
  part: number;
}

/** When one part of a link takes place, with the members who take part. */
export interface PartTime {
  start: EpochMs;
  end: EpochMs;
  subs: string[];
}

/** A picked time. Its events are written to calendars when `isWritten`. */
export interface Booking extends Slot {
  /** The visitor's zone and language. */
  tzid: string;
  lang: string;
  /** Of the first part. */
  holdId: string;
  events: BookedEvent[];
  isWritten: boolean;
  /** How often its state was checked. */
  looks: number;
  /** How often its time was changed since; absent: never. */
  sequence?: number;
}

/** What the visitor of a booked link does with its time. */
export type ChangeKind = 'reschedule' | 'cancel';

interface ChangeOf {
  kind: ChangeKind;
  /** Another one of each change: a page knows by it whether the booking has changed since. */
  id: string;
  at: EpochMs;
}

/** A change that was requested, and that its providers have not confirmed yet. */
export interface PendingChange extends ChangeOf {
  state: 'pending';
  /** The visitor's zone. */
  tzid: string;
  /** Of a cancellation, in the visitor's words. */
  reason: string | null;
  /** The booking with its new time; null: it is cancelled. */
  to: Booking | null;
  isWritten: boolean;
  looks: number;
}

/** The last change of a booking. */
export type BookingChange =
  | PendingChange
  /** A calendar has refused it: everything is as it was. */
  | (ChangeOf & { state: 'refused'; refusal: string })
  /** `previous`: the times until then. */
  | (ChangeOf & { state: 'done'; reason: string | null; previous: Pick<Booking, 'start' | 'end'> });

export type LinkStatus = 'open' | 'booking' | 'completed' | 'disabled';

export interface BookingLink {
  linkId: string;
  clientId: string;
  /** booking: a time is picked, and its providers have not confirmed it yet. */
  status: LinkStatus;
  definition: LinkDefinition;
  /** null: no time is picked. */
  booking: Booking | null;
  /** What its visitor has done with the booked time last; null: nothing. */
  change: BookingChange | null;
  /** Plain text for the page of a disabled link. */
  displayMessage: string | null;
  /** Why the last picked time could not be booked; null: none was refused since. */
  refusal: string | null;
  /** Whether the visitor has reported that no time fits. */
  isNoneSuitable: boolean;
  isNoneDisplayed: boolean;
  tokenSealed: string;
}

/** A time that is offered: from the start of the first part to the end of the last, with the members of all. */
export interface Slot extends PartTime {
  /** In their order; one, unless the link is for a sequence. */
  parts: PartTime[];
}
