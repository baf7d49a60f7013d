import type { EventChange, EventRecord } from '@kalends/contracts';
import { recordAfterWrite } from '@kalends/event-writes';
import type { EditInstanceBody } from '@kalends/public-api';
import {
  type EventComponent,
  isWholeInTime,
  ownZone,
  splitSeries,
  timesMovedWith,
  type InstanceChange,
  type SplitSeries,
} from '@kalends/icalendar';
import { invalidField, notFound } from '../../http/refusals.js';
import { checkAttendees } from './bounded-event.js';
import { checkRecurrence } from './check-recurrence.js';
import { changeOfInstance } from './decide-instance.js';
import { creationOfRest, requestedRecurrence, restTarget } from './divided-series.js';
import { findNamedInstance, targetOfInstance, type InstanceName, type NamedInstance } from './named-instance.js';
import { endsBefore, isAsChanged } from './repeated-division.js';
import { writtenUid, type Decision, type Write, type WriteTarget, type WrittenCalendar } from './write.js';

type Place = Omit<WriteTarget, 'event'>;

const refused = (description: string) => invalidField('event_uid', 'not_supported', description);

/** Throws the refusal of a series that somebody else organizes, or that is not known whole (EVT-48). */
function checkDivisible({ record, series }: NamedInstance): void {
  const { organizer, attendees = [], start } = series.master;
  const own = record.own_addresses.map((one) => one.toLowerCase());
  const isInvited = organizer !== undefined && own.length > 0 && !own.includes(organizer.email.toLowerCase());
  if (isInvited && attendees.length > 0)
    throw refused('Only its organizer can divide a series that others are invited to.');
  const isOwnZone = !('date' in start) && start.tzid !== null && ownZone(series.zones, start.tzid) !== undefined;
  if (isOwnZone || !isWholeInTime(series)) throw refused('The series is not known well enough to be divided.');
}

/** Null: nothing takes place before the instance, so it is about the whole series, which only the application's own may be. */
function divided(named: NamedInstance): SplitSeries | null {
  const { record, series, instance } = named;
  checkDivisible(named);
  const result = splitSeries(series, instance.recurrence_id, { floatingZone: record.floating_tzid });
  if ('refused' in result) throw refused(result.refused);
  if ('split' in result) return result.split;
  if (record.event_id === undefined)
    throw refused('This is the whole of a recurring event that the application did not create: change its instances.');
  return null;
}

interface Context {
  calendar: WrittenCalendar;
  /** Epoch ms. */
  now: number;
}

function upsertOf(named: Pick<NamedInstance, 'record'>, change: EventChange, { calendar, now }: Context): Decision {
  const { record: present } = named;
  const record = recordAfterWrite(present, { operation: 'upsert', change, accepted_at: now }, present);
  checkRecurrence(change, calendar.provider, { before: present.series, after: record.series });
  return { operation: 'upsert', change, record };
}

/** The instance of a deletion; null: it and all following ones are deleted already. Throws as namedInstance. */
function toDelete(name: InstanceName, present: EventRecord | null, calendar: WrittenCalendar): NamedInstance | null {
  const named = findNamedInstance(name, present, calendar);
  if (named !== 'missing') return named;
  if (present && endsBefore(present, name.event_uid)) return null;
  throw notFound('event');
}

/** Deletes an instance and all following ones (EVT-48). */
export function decideFollowingDelete(name: InstanceName, now: number) {
  return (present: EventRecord | null, calendar: WrittenCalendar): Decision | null => {
    const named = toDelete(name, present, calendar);
    if (!named || named.instance.deleted) return null;
    const split = divided(named);
    if (!split) return { operation: 'delete', record: { ...named.record, deleted: true } };
    return upsertOf(named, { existing: true, recurrence: split.recurrence }, { calendar, now });
  };
}

const isOverridden = ({ series, instance }: NamedInstance): boolean =>
  series.overrides.some(
    ({ recurrence_id }) => JSON.stringify(recurrence_id) === JSON.stringify(instance.recurrence_id),
  );

/** The three steps of one transaction in which an instance and all following ones become a series of their own. */
class Division {
  private plan: { creation: EventChange; shortened: Decision } | undefined;
  /** What the first instance, which differs from the series, takes on as well. */
  private ofFirst: InstanceChange | undefined;
  private isCreated = false;
  /** The series has no such instance: it is divided already, or the request is refused. */
  private isMissing = false;

  constructor(
    private readonly body: EditInstanceBody,
    private readonly place: Place,
    private readonly rest: WriteTarget,
  ) {}

  /** Plans both writes on the series as it is; changes the whole series if the instance is its first. */
  prepare(present: EventRecord | null, calendar: WrittenCalendar): Decision | null {
    const { now } = this.place;
    this.plan = undefined;
    this.ofFirst = undefined;
    const named = findNamedInstance(this.body, present, calendar);
    if (!named) throw notFound('event');
    this.isMissing = named === 'missing' || named.instance.deleted;
    if (named === 'missing' || named.instance.deleted) return null;
    const split = divided(named);
    const change = this.changeOf(named.record, named.instance.component, calendar);
    if (!split) return this.changeWhole(named, change, calendar);
    const floatingZone = named.record.floating_tzid;
    const creation = creationOfRest({ series: named.series, split, change, floatingZone });
    const shortened = upsertOf(named, { existing: true, recurrence: split.recurrence }, { calendar, now });
    this.plan = { creation, shortened: { ...shortened, after: writtenUid(this.rest) } };
    return null;
  }

  private changeOf(present: EventRecord, component: EventComponent, calendar: WrittenCalendar): EventChange {
    const recurrence = requestedRecurrence(this.body);
    const given = changeOfInstance(this.body, component, { present, calendar, now: this.place.now });
    return { ...given, ...(recurrence === undefined ? {} : { recurrence }) };
  }

  /** The whole series changes, since nothing takes place before the instance; earlier ones that are deleted stay so. */
  private changeWhole(named: NamedInstance, change: EventChange, calendar: WrittenCalendar): Decision {
    const { series, instance } = named;
    const { start, end, recurrence } = change;
    const times = { ...series.master, ...(start && { start }), ...(end && { end }) };
    const moved =
      start && end && !recurrence
        ? timesMovedWith({ series, master: series.master }, instance.recurrence_id, times)
        : {};
    const { recurrence: _, ...ofFirst } = change;
    this.ofFirst = isOverridden(named)
      ? { recurrence_id: start ?? instance.recurrence_id, change: ofFirst }
      : undefined;
    return upsertOf(named, { ...change, ...moved }, { calendar, now: this.place.now });
  }

  create(present: EventRecord | null, calendar: WrittenCalendar, event_uid: string): Decision | null {
    this.isCreated = false;
    if (this.isMissing && !this.isRepeated(present, calendar)) throw notFound('event');
    if (!this.plan) return null;
    if (present && !present.deleted) throw refused('The series has been divided at this instance before.');
    const { creation: change } = this.plan;
    const { accountId: account_id, calendarId: calendar_id, now } = this.place;
    const id = 'eventId' in this.rest.event ? { event_id: this.rest.event.eventId } : {};
    const { own_addresses = [], tzid: floating_tzid } = calendar;
    const place = { account_id, calendar_id, event_uid, ...id, own_addresses, floating_tzid };
    const record = recordAfterWrite(present, { operation: 'upsert', change, accepted_at: now }, place);
    checkRecurrence(change, calendar.provider, { before: null, after: record.series });
    checkAttendees(change, record);
    this.isCreated = true;
    return { operation: 'upsert', change, record };
  }

  /** Whether the series that the division creates is there as this request would have it, as its first answer was lost (EVT-52). */
  private isRepeated(rest: EventRecord | null, calendar: WrittenCalendar): boolean {
    if (!rest || rest.deleted || !rest.series.master) return false;
    const change = this.changeOf(rest, rest.series.master, calendar);
    const { record } = upsertOf({ record: rest }, change, { calendar, now: this.place.now });
    return isAsChanged(rest, record);
  }

  shorten(present: EventRecord | null, calendar: WrittenCalendar): Decision | null {
    const { now } = this.place;
    if (this.ofFirst && present) return upsertOf({ record: present }, { instance: this.ofFirst }, { calendar, now });
    return this.isCreated ? (this.plan?.shortened ?? null) : null;
  }
}

/** Changes an instance and all following ones (EVT-48): the writes of one request, of which all are accepted or none. */
export function followingWrites(body: EditInstanceBody, place: Place): Write[] {
  const target = targetOfInstance(body, place);
  const rest = restTarget(body, place);
  const division = new Division(body, place, rest);
  const isSeries = true;
  const isWhole = true;
  return [
    { target, decide: (present, calendar) => division.prepare(present, calendar), isSeries, isWhole },
    { target: rest, decide: (present, calendar, uid) => division.create(present, calendar, uid), isSeries, isWhole },
    { target, decide: (present, calendar) => division.shorten(present, calendar), isSeries, isWhole },
  ];
}
