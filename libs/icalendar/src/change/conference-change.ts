import type { EventComponent } from '../model.js';
import { joinLinkIn } from './join-links.js';
import type { WrittenChange, WrittenConference } from './written-change.js';

type Location = NonNullable<EventComponent['location']>;
type Change = Partial<{ [K in keyof EventComponent]: EventComponent[K] | null }>;

/** Whether people already join at Google Meet, the only conference that a provider adds. */
const isIntegrated = (present: EventComponent | null): boolean =>
  joinLinkIn(present?.conference_url)?.provider_name === 'google_meet';

/** The location with `url` where nothing else, or the address of the conference before, was; null: nothing is left. */
function locationWith(url: string | null, before: Location, former: string | undefined): Location | null {
  const { description, ...place } = before;
  if (description && description !== former) return before;
  if (url !== null) return { ...before, description: url };
  return Object.keys(place).length > 0 ? place : null;
}

/**
 * The members that a written conference changes. The address of an explicit one is also the location, if that is empty,
 * for calendar programs that show no conference; it leaves the location with the conference. An event whose provider
 * has already added a conference keeps it.
 */
export function conferenceChange(
  present: EventComponent | null,
  conference: WrittenConference,
  location: WrittenChange['location'],
): Change {
  if (conference.kind === 'integrated' && isIntegrated(present)) return {};
  const url = conference.kind === 'explicit' ? conference.join_url : null;
  const before = (location === undefined ? present?.location : location) ?? {};
  const after = locationWith(url, before, present?.conference_url);
  const isMoved = JSON.stringify(after ?? {}) !== JSON.stringify(before);
  return {
    conference_url: url,
    conference_name: (conference.kind === 'explicit' ? conference.name : undefined) ?? null,
    conference_pending: conference.kind === 'integrated' ? true : null,
    ...(isMoved ? { location: after } : {}),
  };
}
