import type { UpsertEventBody } from '@kalends/public-api';
import type { Booking, LinkDefinition, Target } from './booking-link.js';
import { partsOf } from './link-parts.js';
import { timesOf } from './present-link.js';

/**
 * The calendars that get the event of a part: of the targets those whose account takes part in it, or was not queried at all; with
 * `single` the first of them.
 */
export function bookedTargets(definition: LinkDefinition, subs: readonly string[]): Target[] {
  const { targets, creation } = definition;
  const groups = partsOf(definition).flatMap(({ participants }) => participants);
  const queried = new Set(groups.flatMap(({ members }) => members.map(({ sub }) => sub)));
  const booked = targets.filter(({ accountId }) => subs.includes(accountId) || !queried.has(accountId));
  return creation === 'single' ? booked.slice(0, 1) : booked;
}

type Times = Pick<Booking, 'start' | 'end'>;

/** The event to write. `guests`: addresses of those who have no event of their own. */
export function eventToWrite(
  { event, tzid }: Pick<LinkDefinition, 'event' | 'tzid'>,
  times: Times,
  guests: readonly string[],
): UpsertEventBody {
  const attendees = guests.length === 0 ? {} : { attendees: { invite: guests.map((email) => ({ email })) } };
  return { ...event, ...timesOf(times, tzid), ...attendees } as UpsertEventBody;
}
