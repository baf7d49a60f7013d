import { isDeepStrictEqual } from 'node:util';
import type { EventRecord } from '@kalends/contracts';
import { isUtc } from '@kalends/icalendar';

/** Members that record when something was written, not what; zones follow from the times. */
const bookkeeping = ['uid', 'zones', 'created', 'updated', 'sequence'];

/** Members that providers add to an event written through the API. */
const providersOwn = ['organizer', 'reminders', 'color'];

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The value without its empty and ignored members, with one name for UTC. */
function significantParts(value: unknown, ignored: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => significantParts(one, ignored));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => !ignored.has(name))
    .map(([name, member]): [string, unknown] => [
      name,
      name === 'tzid' && typeof member === 'string' && isUtc(member) ? 'Etc/UTC' : significantParts(member, ignored),
    ]);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

/** What an event's readers care about, without the provider's additions to events written by the API. */
function significantPartsOf({ deleted, floating_tzid, command, series }: EventRecord): unknown {
  const ignored = new Set(command > 0 ? [...bookkeeping, ...providersOwn] : bookkeeping);
  return deleted ? 'deleted' : { floating_tzid, series: significantParts(series, ignored) };
}

/**
 * The `elsewhere_revision` of a record of the provider's state that follows another: that of the one before it, if they have
 * no differences that matter, as in the provider's echo of a write. Otherwise somebody else has changed the event, or the
 * provider has refused a write.
 */
export function elsewhereRevision(before: EventRecord | undefined, record: EventRecord): number | undefined {
  const isEcho = before !== undefined && isDeepStrictEqual(significantPartsOf(before), significantPartsOf(record));
  return isEcho ? before.elsewhere_revision : record.revision;
}
