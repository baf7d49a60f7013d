import { createHash } from 'node:crypto';
import { joinParts } from './long-properties.js';
import { own, type GoogleEvent } from './resources.js';

/** Candidate ids for an event; later ones are used if Google does not allow an earlier one again. */
export const generations = 5;

/**
 * The Google id of an event that Kalends creates (letters of base32hex, RFC 4648 §7): always the same for the same UID,
 * so that a repeated create finds the first one.
 */
export function eventIdOf(uid: string, generation = 0): string {
  const named = generation === 0 ? uid : `${uid}\n${generation}`;
  return `k${createHash('sha256').update(named).digest('hex').slice(0, 40)}`;
}

/**
 * An event's UID. A new event at Google has an id or an iCalUID, not both, and Google derives the latter from the
 * former. The original UID is therefore stored in a private property, which counts only on the event it was written
 * for.
 */
export function uidIn(event: GoogleEvent, masterId: string): string {
  const given = joinParts(own.uid, event.extendedProperties?.private);
  const isGenerated = (uid: string) =>
    Array.from({ length: generations }, (_, n) => eventIdOf(uid, n)).includes(masterId);
  if (given !== undefined && isGenerated(given)) return given;
  return event.iCalUID ?? `${masterId}@google.com`;
}
