import type { EventChange, EventRecord } from '@kalends/contracts';
import { recordAfterWrite } from '@kalends/event-writes';
import type { EditExternalEventBody } from '@kalends/public-api';
import { forbidden, invalidField, notFound } from '../../http/refusals.js';
import { isRecurring } from '../../read-model/occurrence-row.js';
import type { Decision, WrittenCalendar } from './write.js';
import { checkAttendees } from './bounded-event.js';
import { changeOf } from './change-of.js';
import { decideConference } from './decide-conference.js';
import { timesAfter, timesBefore } from './times-after.js';

export const uidRefused = (key: string, description: string) => invalidField('event_uid', key, description);

export const sandboxed = () =>
  forbidden(
    'In this calendar the application changes only events that it created: ask its user with POST /v1/permissions.',
  );

export const ownNamedByUid = () =>
  uidRefused('must_be_external_event_uid', 'The application created this event itself: name it by its event_id.');

/** An event by the event_uid of a request, which may be that of an instance. */
interface Named {
  isInstance: boolean;
}

/** Throws the refusal of a write to an event by an event_uid: the application must not have created it (EVT-29). */
function checkExternal(present: EventRecord, calendar: WrittenCalendar, { isInstance }: Named): void {
  if (present.event_id !== undefined) {
    throw ownNamedByUid();
  }
  if (!calendar.unrestricted) throw sandboxed();
  if (isRecurring(present)) {
    throw uidRefused('not_supported', 'A recurring event that the application did not create can only be read.');
  }
  if (isInstance) throw notFound('event');
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
    const times = timesAfter(body, timesBefore(present.series.master!, present));
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
