import type { TruncationReason } from '../../read-model/bounded-series.js';
import type { Filter, Position } from './cursor.js';
import type { CalendarRights } from './event-options.js';
import type { Window } from './window.js';

/** The caller, and the state of the read model in the same snapshot. */
export interface Reader {
  account_id: string;
  scope: string[];
  hide_managed_events: boolean;
  horizon_from: number;
  horizon_to: number;
  /** Truncated series ({@link TruncatedSeries}); null for none. */
  truncated: TruncatedSeries[] | null;
  rights: CalendarRights;
}

/** The period in which a series is shown; times in epoch ms, `lastMs` null for one without end. */
export type TruncatedSeries = [
  calendarId: string,
  eventUid: string,
  reason: TruncationReason,
  shownFrom: number,
  shownTo: number,
  firstMs: number,
  lastMs: number | null,
];

/** Times of an event in a page: its start and end as instants, or as UTC midnights of dates if it lasts all day. */
export interface Place {
  start: number;
  end: number;
  allDay: boolean;
  startTzid: string | null;
  endTzid: string | null;
}

/** With its position in the order of the read. */
export interface PlacedEvent extends Place {
  at: Position;
}

export interface Page {
  reader: Reader;
  /** Total number of events of the read; null when it was not requested. */
  count: number | null;
  /** The page's events in order, as JSON texts. */
  events: string[];
  /** One for each event, in order; null when they were not requested. */
  places: PlacedEvent[] | null;
  /** The last event, when another page follows it. */
  next: Position | null;
}

/** A page of one snapshot. */
export interface SnapshotPage extends Page {
  /** Of the account's occurrences; null before there was any. */
  revision: number | null;
}

/** Whose events are read: those of a live access token, by its hash, or of an account that was admitted otherwise. */
export type ReaderKey = string | { accountId: string; scope: readonly string[] };

export interface PageRequest {
  readerKey: ReaderKey;
  window: Window;
  filter: Filter;
  /** The last event of the previous page; null for the first page. */
  position: Position | null;
  /** With the events' places. */
  placed: boolean;
}
