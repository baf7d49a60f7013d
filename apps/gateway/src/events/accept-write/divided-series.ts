import { createHash } from 'node:crypto';
import type { EventChange } from '@kalends/contracts';
import type { EditInstanceBody } from '@kalends/public-api';
import {
  applySeriesChange,
  expand,
  instantOf,
  type EventComponent,
  type EventSeries,
  type Override,
  type SplitSeries,
} from '@kalends/icalendar';
import { invalidField } from '../../http/refusals.js';
import { recurrenceOf } from '../times.js';
import { instanceSuffix } from '../series-uid.js';
import type { InstanceName } from './named-instance.js';
import type { WriteTarget } from './write.js';

const longestId = 1_024;

/** The series that the named instance and all following ones become: its event_id, or an event_uid if nobody has one for it (EVT-48). */
export function restTarget({ event_id, event_uid }: InstanceName, place: Omit<WriteTarget, 'event'>): WriteTarget {
  const instance = instanceSuffix(event_uid);
  if (event_id === undefined) {
    const digest = createHash('sha256').update(`${place.calendarId}\n${event_uid}`).digest('hex');
    return { ...place, event: { eventUid: `evt_${digest.slice(0, 24)}` } };
  }
  const eventId = `${event_id}${instance}`;
  if (eventId.length <= longestId) return { ...place, event: { eventId } };
  const description = `the series that begins with the instance would have an event_id of more than ${longestId} characters`;
  throw invalidField('event_id', 'too_long', description);
}

const ofRest = [
  'start',
  'end',
  'summary',
  'description',
  'location',
  'url',
  'color',
  'event_private',
  'categories',
  'tags',
] as const;

/** The instance that is named takes on what the change names; the other exceptions keep what they have of their own. */
function exceptionsOf(overrides: readonly Override[], first: Override | undefined, change: EventChange): Override[] {
  const named = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return overrides.flatMap((one) => {
    if (one !== first) return [one];
    const kept = Object.entries(one.change).filter(([name]) => !named.includes(name));
    return kept.length === 0 ? [] : [{ ...one, change: Object.fromEntries(kept) }];
  });
}

const peopleOf = ({ attendees = [] }: EventComponent) =>
  attendees.map(({ email, display_name }) => (display_name ? { email, display_name } : { email }));

/** The write that creates a series as it is. */
function creationOf({ master, recurrence, overrides }: EventSeries & { master: EventComponent }): EventChange {
  const { reminders, transparency, extended_transparency, conference_url, conference_name, attendees } = master;
  const plain = Object.fromEntries(
    ofRest.flatMap((name) => (master[name] === undefined ? [] : [[name, master[name]]])),
  );
  return {
    ...(plain as Pick<EventComponent, (typeof ofRest)[number]>),
    ...(reminders ? { reminders } : {}),
    transparency,
    ...(extended_transparency ? { extended_transparency } : {}),
    ...(attendees ? { attendees: { invite: peopleOf(master) } } : {}),
    ...(conference_url
      ? {
          conferencing: {
            kind: 'explicit',
            join_url: conference_url,
            ...(conference_name ? { name: conference_name } : {}),
          },
        }
      : {}),
    ...(recurrence ? { recurrence } : {}),
    created: { overrides },
  };
}

/** The remaining instances of a divided series, and what the request changes of them. */
interface Rest {
  series: EventSeries;
  split: SplitSeries;
  change: EventChange;
  floatingZone: string;
}

/** The recurrence of a request, which needs the times that it begins with. */
export function requestedRecurrence(body: EditInstanceBody) {
  const { recurrence, start, end, tzid } = body;
  if (recurrence && recurrence.rules.length > 0 && (start === undefined || end === undefined))
    throw invalidField(start === undefined ? 'start' : 'end', 'required', 'a recurrence requires start and end');
  return recurrenceOf({ recurrence, start: start ?? '1970-01-01', tzid });
}

/** The write that creates the rest of a divided series. Throws a 422 if its recurrence does not have its new start. */
export function creationOfRest({ series, split, change, floatingZone }: Rest): EventChange {
  const { master, recurrence, overrides } = split.rest;
  const at = instantOf(master.start, { floatingZone, zones: series.zones });
  const first = overrides.find(
    ({ recurrence_id }) => instantOf(recurrence_id, { floatingZone, zones: series.zones }) === at,
  );
  const rest: EventSeries = { uid: '', master, recurrence, overrides: exceptionsOf(overrides, first, change) };
  const next = applySeriesChange(rest, change, { uid: '', now: '1970-01-01T00:00:00Z' });
  const start = instantOf(next.master!.start, { floatingZone });
  const plain = { ...next, overrides: [], ...(next.recurrence && { recurrence: { ...next.recurrence, exdates: [] } }) };
  const found = expand(plain, { start, end: start + 1 }, { floatingZone });
  if (!found.some(({ startMs }) => startMs === start)) {
    const description = 'The recurrence of the series has no such start: give the new recurrence, too.';
    throw invalidField('start', 'not_supported', description);
  }
  const { attendees: _, ...written } = change;
  const created = creationOf({ ...next, master: next.master! });
  return { ...created, ...(written.conferencing ? { conferencing: written.conferencing } : {}) };
}
