import { createHash } from 'node:crypto';

const ours = /^(evt_[0-9a-f]{24})@kalends$/;

/** The internal id of an object with this UID in this calendar; it identifies the application's own events. */
export function eventUidOf(calendarId: string, uid: string): string {
  const own = ours.exec(uid);
  if (own) return own[1]!;
  return `evt_${createHash('sha256').update(`${calendarId}\n${uid}`).digest('hex').slice(0, 24)}`;
}
