import { createHash } from 'node:crypto';
import { gathered } from './long-properties.js';
import { own, type GoogleEvent } from './resources.js';

/** Ids that an event of ours may have; later ones stand in when Google no longer lets an earlier one be used. */
export const generations = 5;

/**
 * The id at Google of an event that we make (letters of base32hex, RFC 4648 §7): always the same for the same UID, so
 * that a repeated create meets the first one.
 */
export function eventIdOf(uid: string, generation = 0): string {
  const named = generation === 0 ? uid : `${uid}\n${generation}`;
  return `k${createHash('sha256').update(named).digest('hex').slice(0, 40)}`;
}

/**
 * An event's UID. Google wants an id or an iCalUID for a new event, not both, and makes the latter from the former: the
 * UID that we gave stands in a private property, which counts only on the very event that it was made for.
 */
export function uidIn(event: GoogleEvent, masterId: string): string {
  const given = gathered(own.uid, event.extendedProperties?.private);
  const isOurs = (uid: string) => Array.from({ length: generations }, (_, n) => eventIdOf(uid, n)).includes(masterId);
  if (given !== undefined && isOurs(given)) return given;
  return event.iCalUID ?? `${masterId}@google.com`;
}
