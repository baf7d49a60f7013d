import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EpochMs } from '@kalends/icalendar';
import type { FreeBusyView } from './free-busy.present.js';
import type { Window } from './window.js';

/** Which events of the window are read. */
export interface Filter {
  calendarIds?: string[];
  changedSince?: EpochMs;
  includeDeleted?: boolean;
  /** Also what was in the window before and is elsewhere now. */
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

/** All that a next page needs; it lives in the URL, signed, and nowhere else. */
export interface Cursor {
  accountId: string;
  window: Window;
  filter: Filter;
  localized: boolean;
  userinfo: boolean;
  /** Events at Google with their ids there. */
  googleIds?: boolean;
  /** Null: whole events. */
  freeBusy: FreeBusyView | null;
  position: Position;
  /** Of the page that this cursor asks for. */
  page: number;
  total: number;
}

const signature = (text: string, key: Buffer) => createHmac('sha256', key).update(text).digest();

/** `<base64url JSON>.<base64url HMAC-SHA256>`, safe as one path segment. */
export function encodeCursor(cursor: Cursor, key: Buffer): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return `${text}.${signature(text, key).toString('base64url')}`;
}

/** The cursor, or null when it was not made with this key. */
export function decodeCursor(encoded: string, key: Buffer): Cursor | null {
  const [text, mac] = encoded.split('.');
  if (!text || !mac) return null;
  const [expected, given] = [signature(text, key), Buffer.from(mac, 'base64url')];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
}
