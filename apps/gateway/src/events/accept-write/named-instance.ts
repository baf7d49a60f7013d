import type { EventRecord } from '@kalends/contracts';
import { findInstance, type EventComponent, type EventSeries, type Instance } from '@kalends/icalendar';
import { invalidField, notFound } from '../../http/refusals.js';
import { instanceIn, seriesUid } from '../series-uid.js';
import { ownNamedByUid, sandboxed } from './decide-external.js';
import { eventUidOf, type WriteTarget, type WrittenCalendar } from './write.js';

/** How a request names an instance: by its event_uid, and its series by the event_id if the application created it. */
export interface InstanceName {
  event_id?: string | undefined;
  event_uid: string;
}

/** A series of which one instance is named. */
export interface NamedInstance {
  record: EventRecord;
  series: EventSeries & { master: EventComponent };
  instance: Instance;
}

type Place = Omit<WriteTarget, 'event'>;

/** The series that a write of an instance changes. Throws a 422 if the event_uid is not that of an instance, or not of this series. */
export function targetOfInstance({ event_id, event_uid }: InstanceName, place: Place): WriteTarget {
  const refuse = (description: string) => invalidField('event_uid', 'invalid', description);
  if (instanceIn(event_uid) === null)
    throw refuse('event_uid must be that of an instance, as GET /v1/events returns it');
  const eventUid = seriesUid(event_uid);
  if (event_id === undefined) return { ...place, event: { eventUid } };
  if (eventUidOf(place.calendarId, event_id) !== eventUid)
    throw refuse('event_uid must be that of an instance of the series with this event_id');
  return { ...place, event: { eventId: event_id } };
}

/**
 * The instance as it is, even if deleted; null: an application's own series that does not exist; `missing`: the series exists, and has and had
 * no such instance. Throws a refusal if the series of another application does not exist, or the application may not change it (EVT-46).
 */
export function findNamedInstance(
  name: InstanceName,
  present: EventRecord | null,
  calendar: WrittenCalendar,
): NamedInstance | 'missing' | null {
  if (name.event_id !== undefined && (!present || present.deleted)) return null;
  if (!present || present.deleted) throw notFound('event');
  if (name.event_id === undefined && present.event_id !== undefined) throw ownNamedByUid();
  if (name.event_id === undefined && !calendar.unrestricted) throw sandboxed();
  const { series, floating_tzid: floatingZone } = present;
  const { master } = series;
  const instance = master && findInstance(series, instanceIn(name.event_uid)!, { floatingZone });
  return instance ? { record: present, series: { ...series, master }, instance } : 'missing';
}

/** {@link findNamedInstance}. Throws a 404 if it is missing. */
export function namedInstance(...given: Parameters<typeof findNamedInstance>): NamedInstance | null {
  const named = findNamedInstance(...given);
  if (named === 'missing') throw notFound('event');
  return named;
}

/** {@link namedInstance} of one that takes place. Throws a 404 if it does not. */
export function presentInstance(...given: Parameters<typeof namedInstance>): NamedInstance {
  const named = namedInstance(...given);
  if (!named || named.instance.deleted) throw notFound('event');
  return named;
}
