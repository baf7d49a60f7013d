import type { EventChange } from '@kalends/contracts';
import type { EventComponent, EventTime, InstanceChange } from '@kalends/icalendar';
import { missingInstance, ProviderError, type RemoteCalendar } from '@kalends/provider-port/sync';
import type { Event } from '@microsoft/microsoft-graph-types';
import { bodyFor } from './body-for.js';
import { writtenBy } from './change-event.js';
import { zoneOfCalendar } from './fetch-series.js';
import { eventPath, type GraphApi } from './graph-api.js';
import { instancesOn, isGone, occurrenceDate } from './occurrences.js';
import { componentOf } from './read-event.js';
import { isSeries, originalOf, plainly, type GraphSeries } from './read-series.js';
import type { GraphEvent } from './resources.js';
import { dateOf } from './times.js';

interface InstanceWrite {
  current: GraphSeries;
  /** The series' own. */
  component: EventComponent;
  instance: InstanceChange;
}

const same = (one: EventTime, other: EventTime | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** The occurrence or exception of an instance; undefined: the series has none there. */
async function find(
  api: GraphApi,
  calendar: RemoteCalendar,
  { current, component, instance: { recurrence_id } }: InstanceWrite,
): Promise<GraphEvent | undefined> {
  const { master, exceptions, cancelled, instances } = current;
  const zone = zoneOfCalendar(calendar);
  if (instances) return instances.find((one) => same(recurrence_id, componentOf(one, zone)?.start));
  const date = occurrenceDate(recurrence_id, component.start);
  if (date === undefined || cancelled.includes(date) || !isSeries(master)) return undefined;
  const isThere = (one: GraphEvent) => {
    const original = originalOf(one, component.start);
    return original !== undefined && dateOf(original) === date;
  };
  return exceptions.find(isThere) ?? (await instancesOn(api, { calendar, id: master.id }, [date])).get(date);
}

/** The members of Graph for a change of an instance, which has no properties of its own that nobody else shows. */
async function membersFor(
  { api, calendar }: { api: GraphApi; calendar: RemoteCalendar },
  present: { event: GraphEvent; component: EventComponent },
  change: EventChange,
): Promise<Event> {
  const written = writtenBy(change, present, { calendarZone: zoneOfCalendar(calendar), withoutMeeting: true });
  const { singleValueExtendedProperties: ofSeries, ...members } = written.members;
  if (ofSeries)
    throw new ProviderError('refused', 'Outlook keeps what the change names of a series only as a whole.', {
      refusal: 'recurring_event',
    });
  if (written.text === undefined) return members;
  return { ...members, body: (await bodyFor({ api, calendar }, present, written.text))! };
}

/**
 * Changes or deletes one instance, in the version that was read; false: another client changed it first. Refused if a change finds none;
 * a missing one counts as deleted.
 */
export async function writeInstance(api: GraphApi, calendar: RemoteCalendar, write: InstanceWrite): Promise<boolean> {
  const { current, instance } = write;
  const { deleted = false, change = {} } = instance;
  const found = await find(api, calendar, write);
  const event = found && plainly(found, current.master);
  const component = event && componentOf(event, zoneOfCalendar(calendar));
  if (!event || !component) {
    if (deleted) return true;
    throw missingInstance();
  }
  const path = eventPath(calendar.href, event.id);
  const ifMatch = event['@odata.etag'];
  if (deleted) {
    const { status, code } = await api.call(path, { method: 'DELETE', understands: [400], ifMatch });
    return status < 300 || isGone(status, code);
  }
  const body = await membersFor({ api, calendar }, { event, component }, change);
  if (Object.keys(body).length === 0) return true;
  const { status } = await api.call(path, { method: 'PATCH', body, ifMatch });
  return status < 300;
}
