import type { EventChange, EventRecord } from '@kalends/contracts';
import { recordAfterWrite } from '@kalends/event-writes';
import type { EditInstanceBody } from '@kalends/public-api';
import { isAllDay, type EventComponent, type InstanceChange } from '@kalends/icalendar';
import { providerNamed } from '@kalends/provider-registry';
import { invalidField } from '../../http/refusals.js';
import { checkInvited } from './bounded-event.js';
import { changeOf } from './change-of.js';
import { decideConference } from './decide-conference.js';
import { namedInstance, presentInstance, type InstanceName, type NamedInstance } from './named-instance.js';
import { timesAfter, timesBefore } from './times-after.js';
import type { Decision, WrittenCalendar } from './write.js';

/** Most instances of a series that differ from it or are deleted, through the API (EVT-49). */
const maxExceptions = 1_000;

function checkExceptions({ series, instance }: NamedInstance): void {
  const { recurrence, overrides } = series;
  const id = JSON.stringify(instance.recurrence_id);
  if (overrides.some(({ recurrence_id }) => JSON.stringify(recurrence_id) === id)) return;
  if ((recurrence?.exdates.length ?? 0) + overrides.length < maxExceptions) return;
  const description = `a series may have at most ${maxExceptions} instances that were changed or deleted: divide it, or change all that follow`;
  throw invalidField('event_uid', 'too_many', description);
}

/** Throws the refusal of what only a whole series has (EVT-47). */
function checkMembers({ recurrence, conferencing }: EditInstanceBody): void {
  const refuse = (field: string, what: string) =>
    invalidField(field, 'not_supported', `${what} cannot differ in one instance of a series.`);
  if (recurrence !== undefined) throw refuse('recurrence', 'The recurrence');
  if (conferencing !== undefined) throw refuse('conferencing', 'The conference');
}

const withoutPending = ({ conference_pending: _, ...component }: EventComponent): EventComponent => component;

/** What the body changes of a component: an instance, or the first of a series' remaining ones. Its times are both named, or neither. */
export function changeOfInstance(
  body: EditInstanceBody,
  component: EventComponent,
  { present, calendar, now }: { present: EventRecord; calendar: WrittenCalendar; now: number },
): EventChange {
  const { recurrence: _, event_id: _id, event_uid: _uid, apply_to: _to, ...written } = body;
  const { texts, conferencing } = decideConference(written, { calendar, present: withoutPending(component), now });
  const times = timesAfter(body, timesBefore(component, present));
  if (times.start && isAllDay(times.start) !== isAllDay(component.start))
    throw invalidField('start', 'not_supported', 'An instance is all-day if its series is, and only then.');
  return { ...changeOf({ ...written, ...texts }, { conferencing }), ...times };
}

/** Throws the refusal of what the calendar's provider cannot store of an instance (EVT-50). */
function checkProvider(record: EventRecord, instance: InstanceChange, { provider }: WrittenCalendar): void {
  const problem = providerNamed(provider)?.instanceProblem?.(record.series, instance) ?? null;
  if (problem !== null) throw invalidField(instance.change?.start ? 'start' : 'event_uid', 'not_supported', problem);
}

function decision(named: NamedInstance, instance: InstanceChange, now: number): Decision {
  checkExceptions(named);
  const change: EventChange = { instance };
  const record = recordAfterWrite(named.record, { operation: 'upsert', change, accepted_at: now }, named.record);
  return { operation: 'upsert', change, record };
}

/** Changes what the body names of one instance (EVT-46). `now`: epoch ms. */
export function decideInstance(body: EditInstanceBody, now: number) {
  return (present: EventRecord | null, calendar: WrittenCalendar): Decision => {
    checkMembers(body);
    const named = presentInstance(body, present, calendar);
    const { recurrence_id, component } = named.instance;
    const change = changeOfInstance(body, component, { present: named.record, calendar, now });
    checkInvited(change, component);
    const instance = { recurrence_id, change };
    const decided = decision(named, instance, now);
    checkProvider(decided.record, instance, calendar);
    return decided;
  };
}

/** Deletes one instance (EVT-46); nothing to do when it is already deleted. */
export function decideInstanceDelete(name: InstanceName, now: number) {
  return (present: EventRecord | null, calendar: WrittenCalendar): Decision | null => {
    const named = namedInstance(name, present, calendar);
    if (!named || named.instance.deleted) return null;
    return decision(named, { recurrence_id: named.instance.recurrence_id, deleted: true }, now);
  };
}
