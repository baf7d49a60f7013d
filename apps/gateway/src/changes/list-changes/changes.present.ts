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
  return { cursor, type, occurred_at: toIso(occurred_ms), own, sub: account_id, ...subject };
}

const isProfile = ({ type }: LoggedChange) => type.startsWith('profile');

/**
 * One answer of the log. Events and calendars of accounts whose users no longer let the application read them are left out;
 * the cursor passes over them.
 */
export function presentChanges({ changes, next, hasMore }: Read, { owner, key, now }: PresentOptions) {
  const cursorOf = (place: Place, at: number) => encodeChangeCursor({ owner, place, at }, key);
  return {
    changes: changes
      .filter((one) => one.isReadable || isProfile(one))
      .map((one) => presentChange(one, cursorOf(one, one.occurred_ms))),
    next_cursor: cursorOf(next, hasMore ? changes.at(-1)!.occurred_ms : now),
    has_more: hasMore,
  };
}
