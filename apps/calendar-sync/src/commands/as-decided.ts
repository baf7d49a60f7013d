import type { WriteEventCommand } from '@kalends/contracts';
import { uidOfCreated } from '@kalends/event-writes';
import type { Written } from './written-events.queries.js';

const areSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/**
 * Whether the gateway's record after the write is what deciding again would yield: it was decided on the present record, which
 * has this revision, and its other members are those of the calendar and its profile.
 */
export function appliesAsDecided(
  { event_uid, decided }: WriteEventCommand,
  { calendar, profile, event }: Written,
  revision: number,
): boolean {
  if (!decided || decided.on !== revision) return false;
  const { floating_tzid, own_addresses, series } = decided.record;
  const uid = event?.uid ?? uidOfCreated(event_uid);
  return floating_tzid === calendar.tzid && areSame(own_addresses, profile.own_addresses) && series.uid === uid;
}
