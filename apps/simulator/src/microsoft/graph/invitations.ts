import type { Attendee } from '@microsoft/microsoft-graph-types';
import type { EventFields, Invitation, Mail, MicrosoftCalendar, StoredEvent } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import type { WrittenEvent } from './event-schema.js';
import { occurrenceId, type Item } from './occurrences.js';

/** Members that are the writer's own: a change of them is mailed to nobody. */
const ownMembers = new Set(
  (
    'categories isReminderOn reminderMinutesBeforeStart showAs sensitivity importance responseRequested hideAttendees ' +
    'allowNewTimeProposals singleValueExtendedProperties transactionId'
  ).split(' '),
);
const none = { response: 'none', time: '0001-01-01T00:00:00Z' } as const;

const addressOf = ({ emailAddress }: Attendee) => (emailAddress?.address ?? '').toLowerCase();
const addressesOf = ({ attendees }: EventFields = {}) => (attendees ?? []).map(addressOf);

/** The fields of an event whose attendees keep the answers that they gave `before`. */
export function withStatuses(fields: EventFields, before: EventFields): EventFields {
  if (!fields.attendees) return fields;
  const known = new Map((before.attendees ?? []).map((one) => [addressOf(one), one.status ?? none]));
  const attendees = fields.attendees.map(({ status: _, ...one }) => ({
    ...one,
    status: known.get(addressOf(one)) ?? none,
  }));
  return { ...fields, attendees };
}

interface Saved {
  before?: StoredEvent;
  after: StoredEvent;
  written: WrittenEvent;
}

export function mail(
  store: MicrosoftStore,
  event: StoredEvent,
  { from, to, why, comment }: Pick<Mail, 'from' | 'to' | 'why' | 'comment'>,
): void {
  if (to.length === 0) return;
  const { iCalUId, fields } = event;
  const said = comment === undefined || comment === '' ? {} : { comment };
  store.mails.push({ at: store.clock.iso(), from, to, why, subject: fields.subject ?? '', iCalUId, ...said });
}

/** An invitee's calendar and copy, if they have a mailbox here. */
function mailboxOf(store: MicrosoftStore, address: string, iCalUId: string) {
  const email = [...store.users.keys()].find((one) => one.toLowerCase() === address);
  if (email === undefined) return undefined;
  const calendars = store.calendarsOf(email);
  const isCopy = (one: StoredEvent) => one.iCalUId === iCalUId && one.invitation !== undefined && !one.exception;
  for (const calendar of calendars) {
    const copy = [...calendar.events.values()].find(isCopy);
    if (copy) return { calendar, copy };
  }
  return { calendar: calendars.find(({ isDefault }) => isDefault)!, copy: undefined };
}

/** What an invitee sees of an event: its public members, their own reminder and categories, all attendees. */
function copiedFields(source: StoredEvent, before: EventFields, invitation: Invitation): EventFields {
  const of = (fields: EventFields, isOwn: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => ownMembers.has(name) === isOwn));
  const organizer: Attendee = { type: 'required', status: none, emailAddress: invitation.organizer };
  const others = (source.fields.attendees ?? []).map((one) => ({ ...one, status: none }));
  const { sensitivity, importance } = source.fields;
  const look = { ...(sensitivity ? { sensitivity } : {}), ...(importance ? { importance } : {}) };
  const showAs = invitation.response === 'notResponded' ? 'tentative' : (before.showAs ?? 'busy');
  return { ...of(source.fields, false), ...look, ...of(before, true), showAs, attendees: [organizer, ...others] };
}

interface Sent {
  calendar: MicrosoftCalendar;
  source: StoredEvent;
  /** Answers no longer hold. */
  isMoved: boolean;
}

/** Puts an event, or an exception of one that the invitee has, into an invitee's calendar. */
function copyTo(store: MicrosoftStore, address: string, { calendar, source, isMoved }: Sent): void {
  const place = mailboxOf(store, address, source.iCalUId);
  if (!place || place.calendar.email === calendar.email) return;
  const { name, email } = store.users.get(calendar.email)!;
  const date = source.exception?.date;
  const id = date !== undefined && place.copy?.recurrence ? occurrenceId(place.copy.id, date) : place.copy?.id;
  const existing = id === undefined ? undefined : place.calendar.events.get(id);
  const kept = existing ?? place.copy;
  const answered = isMoved ? undefined : kept?.invitation;
  const invitation = answered ?? {
    organizer: { name, address: email },
    response: 'notResponded' as const,
    time: '0001-01-01T00:00:00Z',
  };
  const { exception: _e, recurrence, transactionId: _t, ...plain } = source;
  const isOfSeries = date !== undefined && place.copy?.recurrence !== undefined;
  store.put(place.calendar, {
    ...plain,
    id: id ?? store.newId('event'),
    fields: copiedFields(source, kept?.fields ?? {}, invitation),
    cancelled: new Set([...source.cancelled, ...(isMoved ? [] : (existing?.cancelled ?? []))]),
    extended: existing?.extended ?? new Map(),
    created: existing?.created ?? store.clock.iso(),
    invitation,
    ...(recurrence && date === undefined ? { recurrence } : {}),
    ...(isOfSeries ? { exception: { masterId: place.copy!.id, date } } : {}),
  });
  if (isMoved && existing?.recurrence) {
    for (const one of store.exceptionsOf(place.calendar, existing.id)) place.calendar.events.delete(one.id);
  }
  if (!place.copy && recurrence) {
    for (const exception of store.exceptionsOf(calendar, source.id)) {
      copyTo(store, address, { calendar, source: exception, isMoved: false });
    }
  }
}

/** An invitee's copy of what no longer takes place stays, marked as cancelled. */
function cancelCopy(store: MicrosoftStore, address: string, source: StoredEvent): void {
  const place = mailboxOf(store, address, source.iCalUId);
  if (!place?.copy) return;
  const { calendar, copy } = place;
  const date = source.exception?.date;
  const isOfSeries = date !== undefined && copy.recurrence !== undefined;
  const id = isOfSeries ? occurrenceId(copy.id, date) : copy.id;
  const { recurrence, ...base } = calendar.events.get(id) ?? copy;
  const { subject = '' } = base.fields;
  const fields: EventFields = { ...base.fields, isCancelled: true, showAs: 'free', subject: `Canceled: ${subject}` };
  const times = isOfSeries ? { start: source.start, end: source.end } : {};
  const rest = isOfSeries ? { exception: { masterId: copy.id, date } } : recurrence ? { recurrence } : {};
  store.put(calendar, { ...base, ...times, ...rest, id, fields });
}

const isMovedBy = ({ before, after, written }: Saved) =>
  before !== undefined && after.exception && !before.exception
    ? written.start !== undefined || written.end !== undefined
    : before !== undefined &&
      JSON.stringify([before.start, before.end, before.recurrence]) !==
        JSON.stringify([after.start, after.end, after.recurrence]);

/**
 * Mails an organizer's change as Exchange does, and brings the copies of invitees up to date: all of them if a public
 * member was written, only the new ones if it was the attendees alone. Those who were removed get a cancellation.
 */
export function announce(store: MicrosoftStore, calendar: MicrosoftCalendar, saved: Saved): void {
  const { before, after, written } = saved;
  if (after.invitation) return;
  const [known, now] = [addressesOf(before?.fields), addressesOf(after.fields)];
  const removed = known.filter((one) => !now.includes(one));
  const isPublic = Object.keys(written).some((name) => name !== 'attendees' && !ownMembers.has(name));
  const notified = before === undefined || isPublic ? now : now.filter((one) => !known.includes(one));
  const why = before === undefined ? 'create' : isPublic ? 'update' : 'attendees';
  mail(store, after, { from: calendar.email, to: notified, why });
  mail(store, after, { from: calendar.email, to: removed, why: 'cancel' });
  for (const address of notified) copyTo(store, address, { calendar, source: after, isMoved: isMovedBy(saved) });
  for (const address of removed) cancelCopy(store, address, after);
}

/** Mails the cancellation of an organizer's event or occurrence. */
export function withdraw(
  store: MicrosoftStore,
  calendar: MicrosoftCalendar,
  { item, comment }: { item: Item; comment?: string },
): void {
  const { event, of, start, end } = item;
  if (event.invitation) return;
  const to = addressesOf(event.fields);
  mail(store, event, { from: calendar.email, to, why: 'cancel', ...(comment === undefined ? {} : { comment }) });
  const source = of ? { ...event, start, end, exception: { masterId: of.master.id, date: of.date } } : event;
  for (const address of to) cancelCopy(store, address, source);
}

/** Deletes an event; of an occurrence, its series remembers the date. */
export function removeItem(store: MicrosoftStore, calendar: MicrosoftCalendar, { id, of }: Item): void {
  calendar.repeatable.add(id);
  if (!of) return store.remove(calendar, id);
  calendar.events.delete(id);
  const master = calendar.events.get(of.master.id)!;
  store.put(calendar, { ...master, cancelled: new Set([...master.cancelled, of.date]) });
}
