import type { Attendee, EventComponent, EventTime } from '../model.js';
import { isAllDay } from '../zones/event-time.js';
import { conferenceChange } from './conference-change.js';
import type { WrittenChange } from './written-change.js';

function changeAttendees(present: Attendee[], change: NonNullable<WrittenChange['attendees']>): Attendee[] {
  const removed = new Set((change.remove ?? []).map((one) => one.email.toLowerCase()));
  const kept = present.filter((one) => !removed.has(one.email.toLowerCase()));
  for (const { email, display_name } of change.invite ?? []) {
    const index = kept.findIndex((one) => one.email.toLowerCase() === email.toLowerCase());
    const status = index >= 0 ? kept[index]!.status : ('needs_action' as const);
    const invited: Attendee = display_name ? { email, display_name, status } : { email, status };
    if (index >= 0) kept[index] = invited;
    else kept.push(invited);
  }
  return kept;
}

/** The attendee lines with the owner's own answer changed; other lines stay as they are. */
function answerAs(
  present: Attendee[],
  { addresses, status }: NonNullable<WrittenChange['own_attendance']>,
): Attendee[] {
  const own = new Set(addresses.map((one) => one.toLowerCase()));
  return present.map((one) => (own.has(one.email.toLowerCase()) ? { ...one, status } : one));
}

const differs = (written: EventTime | undefined, present: EventTime | undefined): boolean =>
  written !== undefined && JSON.stringify(written) !== JSON.stringify(present);

/** The members of {@link EventComponent} that a change sets (value) or removes (`null`), given the current ones. */
export function componentChange(
  present: EventComponent | null,
  change: WrittenChange,
): Partial<{ [K in keyof EventComponent]: EventComponent[K] | null }> {
  const { attendees, own_attendance, reminders, reminders_create_only, conferencing, ...others } = change;
  const { recurrence: _recurrence, instance: _instance, created: _created, existing: _existing, ...plain } = others;
  const result: Partial<{ [K in keyof EventComponent]: EventComponent[K] | null }> = {};
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) Object.assign(result, { [name]: value });
  if (reminders !== undefined && !(reminders_create_only && present)) result.reminders = reminders;
  if (attendees) result.attendees = changeAttendees(present?.attendees ?? [], attendees);
  if (own_attendance && present?.attendees) {
    result.attendees = answerAs(result.attendees ?? present.attendees, own_attendance);
  }
  if (own_attendance && present?.own_status !== undefined) result.own_status = own_attendance.status;
  const isOtherwiseBusy = change.transparency !== undefined && change.transparency !== present?.transparency;
  const isNamed = change.extended_transparency !== undefined;
  if (present?.extended_transparency && isOtherwiseBusy && !isNamed) result.extended_transparency = null;
  if (conferencing) Object.assign(result, conferenceChange(present, conferencing, change.location));
  // a written start or end implies an exact length
  const isMoved = differs(change.start, present?.start) || differs(change.end, present?.end);
  if (present?.duration !== undefined && isMoved) result.duration = null;
  if (!present && !change.transparency && change.start) {
    result.transparency = isAllDay(change.start) ? 'transparent' : 'opaque';
  }
  return result;
}

/**
 * The event after a write. A first write needs summary, start and end; an all-day event written through the API is
 * transparent, a timed one opaque, unless the change sets it. `now`: UTC ISO, whole seconds.
 */
export function applyEventChange(present: EventComponent | null, change: WrittenChange, now: string): EventComponent {
  const base: EventComponent = present ?? {
    summary: '',
    start: { date: '1970-01-01' },
    end: { date: '1970-01-02' },
    status: 'confirmed',
    transparency: 'opaque',
    created: now,
    sequence: 0,
  };
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(componentChange(present, change))) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return { ...(merged as unknown as EventComponent), updated: now };
}
