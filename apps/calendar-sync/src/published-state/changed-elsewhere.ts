import { isDeepStrictEqual } from 'node:util';
import type { EventRecord } from '@kalends/contracts';
import { isUtc } from '@kalends/icalendar';

/** Says when somebody wrote, not what; zones follow from the times. */
const bookkeeping = ['uid', 'zones', 'created', 'updated', 'sequence'];

/** What providers add by themselves to an event that was written through the API. */
const providersOwn = ['organizer', 'reminders', 'color'];

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The value without its empty and its ignored members, UTC under one name. */
function essence(value: unknown, ignored: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => essence(one, ignored));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => !ignored.has(name))
    .map(([name, member]): [string, unknown] => [
      name,
      name === 'tzid' && typeof member === 'string' && isUtc(member) ? 'Etc/UTC' : essence(member, ignored),
    ]);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

/** What an event's readers care about; the provider's additions to one that the API wrote are not among it. */
function essenceOf({ deleted, floating_tzid, command, series }: EventRecord): unknown {
  const ignored = new Set(command > 0 ? [...bookkeeping, ...providersOwn] : bookkeeping);
  return deleted ? 'deleted' : { floating_tzid, series: essence(series, ignored) };
}

/**
 * The `elsewhere_revision` of a record that follows another. `byApplication`: a write of the application has just been
 * laid over, so that whatever differs is its doing. What comes without one was changed by somebody else, or is the
 * provider's echo of a write (then nothing that matters differs), or shows that the provider refused one.
 */
export function elsewhereRevision(
  before: EventRecord | undefined,
  record: EventRecord,
  byApplication: boolean,
): number | undefined {
  const isOwn = byApplication || (before !== undefined && isDeepStrictEqual(essenceOf(before), essenceOf(record)));
  return isOwn ? before?.elsewhere_revision : record.revision;
}
