import type { EventChange, EventRecord } from '@kalends/contracts';
import { recordAfterWrite } from '@kalends/event-writes';
import type { EditExternalEventBody } from '@kalends/public-api';
import { instantOf, isAllDay, isTimeZone, ownZone, type EventTime } from '@kalends/icalendar';
import { forbidden, invalidField, notFound } from '../../http/refusals.js';
import { isRecurring } from '../../read-model/occurrence-row.js';
import { timeOf } from '../times.js';
import type { Decision, WrittenCalendar } from './write.js';
import { checkAttendees } from './bounded-event.js';
import { changeOf } from './change-of.js';
import { decideConference } from './decide-conference.js';

const uidRefused = (key: string, description: string) => invalidField('event_uid', key, description);

const sandboxed = () =>
  forbidden(
    'In this calendar the application changes only events that it created: ask its user with POST /v1/permissions.',
  );

/** An event by the event_uid of a request, which may be that of an instance. */
interface Named {
  isInstance: boolean;
}

/** Throws the refusal of a write to an event by an event_uid: the application must not have created it (EVT-29). */
function checkExternal(present: EventRecord, calendar: WrittenCalendar, { isInstance }: Named): void {
  if (present.event_id !== undefined) {
    const description = 'The application created this event itself: name it by its event_id.';
    throw uidRefused('must_be_external_event_uid', description);
  }
  if (!calendar.unrestricted) throw sandboxed();
  if (isRecurring(present)) {
    throw uidRefused('not_supported', 'A recurring event that the application did not create can only be read.');
  }
  if (isInstance) throw notFound('event');
}

/** Times that an edit names keep the zone of the event, unless it names another one. */
const zoneOf = (time: EventTime, { series }: EventRecord): string | undefined =>
  isAllDay(time) || time.tzid === null || ownZone(series.zones, time.tzid) || !isTimeZone(time.tzid)
    ? undefined
    : time.tzid;

/** Start and end after an edit, if it names one of them. Throws a refusal (EVT-13). */
function timesAfter({ start, end, tzid }: EditExternalEventBody, present: EventRecord) {
  if (start === undefined && end === undefined) return {};
  const { start: from, end: to } = present.series.master!;
  const after = {
    start: start === undefined ? from : timeOf(start, tzid ?? zoneOf(from, present)),
    end: end === undefined ? to : timeOf(end, tzid ?? zoneOf(to, present)),
  };
  const refuse = (description: string) => invalidField('end', 'invalid_time_pair', description);
  if (isAllDay(after.start) !== isAllDay(after.end)) throw refuse('start and end must both be dates or both be times');
  const context = { zones: present.series.zones, floatingZone: present.floating_tzid };
  const length = instantOf(after.end, context) - instantOf(after.start, context);
  if (length < 0 || (length === 0 && isAllDay(after.start)))
    throw refuse('end must be after start, as the event is now');
  return after;
}

function checkMembers({ recurrence }: EditExternalEventBody): void {
  if (!recurrence?.rules.length) return;
  throw invalidField(
    'recurrence',
    'not_supported',
    'An event that the application did not create cannot be made to recur.',
  );
}

/** Changes what the body names of an event that the application did not create; it is never created. `now`: epoch ms. */
export function decideEdit(body: EditExternalEventBody, named: Named, now: number) {
  return (present: EventRecord | null, calendar: WrittenCalendar): Decision => {
    if (!present || present.deleted) throw notFound('event');
    checkExternal(present, calendar, named);
    checkMembers(body);
    const { recurrence: _, ...written } = body;
    const times = timesAfter(body, present);
    const { conferencing, texts } = decideConference(written, { calendar, present: present.series.master, now });
    const change: EventChange = { ...changeOf({ ...written, ...texts }, { conferencing }), ...times };
    const record = recordAfterWrite(present, { operation: 'upsert', change, accepted_at: now }, present);
    checkAttendees(change, record);
    return { operation: 'upsert', change, record };
  };
}

/** Deletes an event that the application did not create; nothing to do when it is already deleted. */
export function decideExternalDelete(named: Named) {
  return (present: EventRecord | null, calendar: WrittenCalendar): Decision | null => {
    if (!present) throw notFound('event');
    checkExternal(present, calendar, named);
    return present.deleted ? null : { operation: 'delete', record: { ...present, deleted: true } };
  };
}
