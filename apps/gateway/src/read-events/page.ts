import type { Filter, Position } from './cursor.js';
import type { Window } from './window.js';

/** Who asks, and the state of the read model in the same snapshot. */
export interface Reader {
  account_id: string;
  scope: string[];
  hide_managed_events: boolean;
  generation: number;
  horizon_from: number;
  horizon_to: number;
}

/**
 * Times of an event in a page: its start and end as instants, or as UTC midnights of dates when it lasts all day (third),
 * and the zones of its start and end.
 */
export type Place = [number, number, boolean, string | null, string | null];

export interface Page {
  reader: Reader;
  /** How many events the whole read has; null when it was not asked for. */
  count: number | null;
  /** The page's events in order, as JSON texts with {@link between} between them. */
  events: string;
  /** One for each event, in order; null when they were not asked for. */
  places: Place[] | null;
  /** The last event, when another page follows it. */
  next: Position | null;
}

export interface PageRequest {
  tokenHash: string;
  window: Window;
  filter: Filter;
  /** The last event of the page before; null for the first page. */
  position: Position | null;
  /** With the events' places. */
  placed: boolean;
}
