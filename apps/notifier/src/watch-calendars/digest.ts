import { createHash } from 'node:crypto';
import type { EventRecord } from '@kalends/contracts';
import { isUtc } from '@kalends/icalendar';

/** Says when somebody wrote, not what. */
const bookkeeping = ['uid', 'zones', 'created', 'updated', 'sequence'];

/** What providers add by themselves to an event that was written through the API. */
const providersOwn = ['organizer', 'reminders', 'color'];

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The value with its members in one order, without the empty and the ignored ones, UTC under one name. */
function canonical(value: unknown, ignored: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one, ignored));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => !ignored.has(name))
    .map(([name, member]): [string, unknown] => [
      name,
      name === 'tzid' && typeof member === 'string' && isUtc(member) ? 'Etc/UTC' : canonical(member, ignored),
    ])
    .filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * What stays the same unless an event was changed in something that matters to its readers. Of an event that the API
 * wrote it leaves out what the provider fills in when the write reaches it.
 */
export function digestOf({ deleted, floating_tzid, command, series }: EventRecord): string {
  const ignored = new Set(command > 0 ? [...bookkeeping, ...providersOwn] : bookkeeping);
  const told = deleted ? 'deleted' : { floating_tzid, series: canonical(series, ignored) };
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
}
