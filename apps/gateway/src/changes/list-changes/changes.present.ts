import { toIso } from '@kalends/icalendar';
import { encodeChangeCursor } from './change-cursor.js';
import type { LoggedChange, LogOwner, Place, Read } from './changes.queries.js';

interface PresentOptions {
  owner: LogOwner;
  key: Buffer;
  /** Epoch ms, from before the read. */
  now: number;
}

function presentChange({ account_id, type, own, subject, occurred_ms }: LoggedChange, cursor: string) {
  const sub = account_id === null ? {} : { sub: account_id };
  return { cursor, type, occurred_at: toIso(occurred_ms), own, ...sub, ...subject };
}

const needsPermission = ({ type }: LoggedChange) => type.startsWith('event') || type.startsWith('calendar');

/**
 * One answer of the log. Events and calendars of accounts whose users no longer let the application read them are left out;
 * the cursor passes over them.
 */
export function presentChanges({ changes, next, hasMore }: Read, { owner, key, now }: PresentOptions) {
  const cursorOf = (place: Place, at: number) => encodeChangeCursor({ owner, place, at }, key);
  return {
    changes: changes
      .filter((one) => one.isReadable || !needsPermission(one))
      .map((one) => presentChange(one, cursorOf(one, one.occurred_ms))),
    next_cursor: cursorOf(next, hasMore ? changes.at(-1)!.occurred_ms : now),
    has_more: hasMore,
  };
}
