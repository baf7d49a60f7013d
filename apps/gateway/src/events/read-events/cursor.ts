import type { EpochMs } from '@kalends/icalendar';
import { sign, verify } from '../../http/signed.js';
import type { FreeBusyView } from './free-busy.present.js';
import type { Window } from './window.js';

/** Which events of the window are read. */
export interface Filter {
  calendarIds?: string[];
  changedSince?: EpochMs;
  eventTypes?: string[];
  includeDeleted?: boolean;
  /** Include events that were in the window before and have moved elsewhere. */
  includeMoved?: boolean;
  managed?: 'only' | 'none' | 'all';
  /** Only events that do not recur. */
  singles?: boolean;
}

/** The last event read: the next page begins after it. `start` is the instant that it is ordered by. */
export interface Position {
  start: EpochMs;
  calendarId: string;
  eventUid: string;
  instance: string;
}

/** State of a next page; stored only in the URL, signed. */
export interface Cursor {
  accountId: string;
  window: Window;
  filter: Filter;
  localized: boolean;
  userinfo: boolean;
  /** Include Google's ids for events at Google. */
  googleIds?: boolean;
  /** Include the coordinates of locations. */
  geo?: boolean;
  /** Null: whole events. */
  freeBusy: FreeBusyView | null;
  position: Position;
  /** Number of the page that this cursor requests. */
  page: number;
  total: number;
}

/** `<base64url JSON>.<base64url HMAC-SHA256>`, safe as one path segment. */
export const encodeCursor = (cursor: Cursor, key: Buffer): string => sign(cursor, key);

/** The cursor, or null when it was not made with this key. */
export const decodeCursor = (encoded: string, key: Buffer): Cursor | null => verify(encoded, key) as Cursor | null;
