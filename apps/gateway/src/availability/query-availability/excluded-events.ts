import type { EventRecord, PendingOverlay } from '@kalends/contracts';
import type { ExcludedEvent } from '@kalends/public-api';
import type { Period } from '@kalends/free-busy';
import { instantMs, type Occurrence } from '@kalends/icalendar';
import { eventUidOf } from '../../events/accept-write/write.js';
import { overlayEvent } from '../pending-overlay.js';

type InstanceId = NonNullable<Occurrence['recurrence_id']>;

/** Which events a query excludes: whole ones, and single instances by the uid of their series (ADR 0004). */
export interface Exclusions {
  eventIds: ReadonlySet<string>;
  eventUids: ReadonlySet<string>;
  instances: ReadonlyMap<string, ReadonlySet<InstanceId>>;
}

const instanceUid = /^(.+)_(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/s;

function instanceOf(eventUid: string): { series: string; instance: InstanceId } | null {
  const [, series, year, month, day, hour, minute, second] = instanceUid.exec(eventUid) ?? [];
  if (series === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const instance = hour === undefined ? date : instantMs(`${date}T${hour}:${minute}:${second}Z`);
  return instance === null ? null : { series, instance };
}

const given = (ids: readonly (string | null | undefined)[]): string[] => ids.filter((id) => id != null);

/** The exclusions of a query; an id may be an event's own and, by its form, one of an instance: then it is both. */
export function exclusionsOf(excluded: readonly ExcludedEvent[]): Exclusions {
  const eventUids = new Set(given(excluded.map(({ event_uid }) => event_uid)));
  const instances = new Map<string, Set<InstanceId>>();
  for (const uid of eventUids) {
    const found = instanceOf(uid);
    if (!found) continue;
    const known = instances.get(found.series) ?? new Set<InstanceId>();
    instances.set(found.series, known.add(found.instance));
  }
  return { eventIds: new Set(given(excluded.map(({ event_id }) => event_id))), eventUids, instances };
}

/** Every event that the exclusions may mean in these calendars. */
export const keysOf = ({ eventIds, eventUids, instances }: Exclusions, calendarIds: readonly string[]) =>
  calendarIds.flatMap((calendarId) => {
    const own = [...eventIds].map((eventId) => eventUidOf(calendarId, eventId));
    return [...new Set([...own, ...eventUids, ...instances.keys()])].map((eventUid) => ({ calendarId, eventUid }));
  });

/** How many keys {@link keysOf} lists at most. */
export const countKeys = ({ eventIds, eventUids, instances }: Exclusions, calendars: number): number =>
  calendars * (eventIds.size + eventUids.size + instances.size);

const isWhole = ({ eventIds, eventUids }: Exclusions, record: EventRecord) =>
  eventUids.has(record.event_uid) || (record.event_id !== undefined && eventIds.has(record.event_id));

const keyOf = ({ calendar_id, event_uid }: { calendar_id: string; event_uid: string }) =>
  `${calendar_id}\n${event_uid}`;

/**
 * The overlay with the excluded events replaced by what remains of them, so that they make nobody busy. `records`: those of
 * {@link keysOf}.
 */
export function withoutExcluded(
  overlay: PendingOverlay,
  { exclusions, records }: { exclusions: Exclusions; records: readonly EventRecord[] },
  span: Period,
): PendingOverlay {
  const remaining = records.map((record) => {
    if (isWhole(exclusions, record)) return overlayEvent({ ...record, deleted: true }, null, { span });
    return overlayEvent(record, null, { span, without: exclusions.instances.get(record.event_uid)! });
  });
  const replaced = new Set(remaining.map(keyOf));
  return { ...overlay, events: [...overlay.events.filter((one) => !replaced.has(keyOf(one))), ...remaining] };
}
