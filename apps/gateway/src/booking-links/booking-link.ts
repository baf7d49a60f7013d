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
  callbackUrls: { completed: string | null; noneSuitable: string | null; noneDisplayed: string | null };
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
}

export type LinkStatus = 'open' | 'booking' | 'completed' | 'disabled';

export interface BookingLink {
  linkId: string;
  clientId: string;
  /** booking: a time is picked, and its providers have not confirmed it yet. */
  status: LinkStatus;
  definition: LinkDefinition;
  /** null: no time is picked. */
  booking: Booking | null;
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
