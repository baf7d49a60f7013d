import { type EventChange } from '@kalends/contracts';
import {
  applyEventChange,
  componentChange,
  createCalendarObject,
  instanceNamed,
  type InstanceChange,
  patchInstance,
  type EpochMs,
  type EventComponent,
  type EventSeries,
  parseCalendarObject,
  patchCalendarObject,
  type ScheduleAgents,
  toIso,
} from '@kalends/icalendar';
import { missingEvent, missingInstance, ProviderError } from './provider.port.js';

/** The series with this UID in a calendar object; null if it is unreadable or has another UID. */
export function seriesIn(text: string, uid?: string): EventSeries | null {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) return null;
  return (uid === undefined ? parsed.series[0] : parsed.series.find((one) => one.uid === uid)) ?? null;
}

/** How a server of calendar objects invites attendees (RFC 6638). */
export interface Scheduling {
  /** The user's own addresses according to the server, in lower case; the first becomes the organizer's. */
  ownAddresses: readonly string[];
  /** Whether the server sends the invitations of an object that it stores. */
  isAutomatic: boolean;
  /** It sends them to every guest, with any SCHEDULE-AGENT. */
  ignoresAgents?: boolean;
}

interface People {
  organizer?: string;
  scheduleAgents?: ScheduleAgents;
}

const guestsOfOthers =
  'The calendar server mails every guest of an event, and this event has guests whom it did not invite. ' +
  'Remove them in a write of its own, or send a Smart Invite.';

const nobodyIsMailed: ScheduleAgents = { kept: 'CLIENT', added: 'CLIENT' };

/**
 * The organizer that an object gets, and for whom its server sends invitations: nobody whom somebody else may have mailed already, so
 * that nobody is invited twice. `text`: the present object.
 */
function peopleOf(
  { ownAddresses, isAutomatic, ignoresAgents }: Scheduling,
  text: string | null,
  { organizer, invitesMore }: { organizer?: string | undefined; invitesMore: boolean },
): People {
  // one without a mail address is an organizer as well
  const isOrganized = text !== null && /^ORGANIZER[;:]/im.test(text);
  const isOwn = organizer !== undefined && ownAddresses.includes(organizer.toLowerCase());
  const [own] = ownAddresses;
  const hasGuests = text !== null && /^ATTENDEE[;:]/im.test(text);
  // with an organizer, the server would mail those guests as well
  if (isAutomatic && ignoresAgents && hasGuests && !isOrganized) {
    if (invitesMore) throw new ProviderError('refused', guestsOfOthers);
    return { scheduleAgents: nobodyIsMailed };
  }
  const added = isOrganized || own === undefined ? {} : { organizer: own };
  if (!isAutomatic || own === undefined) return { ...added, scheduleAgents: nobodyIsMailed };
  if (isOrganized) return isOwn ? {} : { scheduleAgents: nobodyIsMailed };
  return { ...added, scheduleAgents: { kept: 'CLIENT' } };
}

/** Whether the change invites somebody who is not a guest yet: applications repeat the guests that they have. */
function invitesMore({ attendees = [] }: EventComponent, change: EventChange): boolean {
  const guests = new Set(attendees.map(({ email }) => email.toLowerCase()));
  return (change.attendees?.invite ?? []).some(({ email }) => !guests.has(email.toLowerCase()));
}

interface ObjectChange {
  uid: string;
  change: EventChange;
  now: EpochMs;
  /** How attendees are invited; absent if the provider stores no calendar objects. */
  scheduling?: Scheduling;
}

/** The series to change. Refused if it is unreadable, or its attendees are changed and not all of them are read. */
function changeable(text: string, uid: string, change: EventChange): EventSeries & { master: EventComponent } {
  const series = seriesIn(text, uid);
  const { master } = series ?? {};
  if (!series || !master) throw new ProviderError('refused', 'The existing calendar object cannot be changed.');
  if (series.truncated?.includes('attendees') && (change.attendees || change.own_attendance))
    throw new ProviderError('refused', 'The event has more attendees than are read, so they cannot be changed.');
  return { ...series, master };
}

/** The object after a change of one instance; one that is deleted already stays so. */
function changedInstance(
  text: string | null,
  { uid, now, scheduling }: ObjectChange,
  { recurrence_id, deleted = false, change = {} }: InstanceChange,
): string {
  if (text === null) throw missingEvent();
  const series = changeable(text, uid, change);
  const present = instanceNamed(series, recurrence_id);
  if (!present || present.deleted) {
    if (deleted) return text;
    throw missingInstance();
  }
  const { component } = present;
  const people = { organizer: series.master.organizer?.email, invitesMore: invitesMore(component, change) };
  const written = { uid, now, ...(scheduling && peopleOf(scheduling, text, people)) };
  const requested = deleted ? null : componentChange(component, change);
  return patchInstance(text, { recurrence_id, change: requested }, written) ?? text;
}

/**
 * The calendar object after a change: an existing one (`text`) is patched, keeping everything that the change does not
 * name; otherwise a new one is created. Refused if the existing object is unreadable or the change does not result in
 * an event.
 */
export function changedObject(text: string | null, { uid, change, now, scheduling }: ObjectChange): string {
  const { recurrence, instance, created } = change;
  if (instance) return changedInstance(text, { uid, change, now, ...(scheduling && { scheduling }) }, instance);
  if (text === null) {
    const event = applyEventChange(null, change, toIso(now));
    const { organizer, scheduleAgents } = scheduling ? peopleOf(scheduling, null, { invitesMore: false }) : {};
    const organized =
      event.attendees && organizer !== undefined ? { ...event, organizer: { email: organizer } } : event;
    const agent = scheduleAgents?.added === undefined ? {} : { scheduleAgent: scheduleAgents.added };
    const instances = recurrence && { recurrence, ...(created && { overrides: created.overrides }) };
    return createCalendarObject(uid, organized, { now, ...agent, ...instances });
  }
  const series = changeable(text, uid, change);
  const present = { organizer: series.master.organizer?.email, invitesMore: invitesMore(series.master, change) };
  // who schedules is the organizer's affair: an answer changes nothing but the own line (RFC 6638 §3.2.2.1)
  const isAnswer = change.own_attendance !== undefined && change.attendees === undefined;
  const people = isAnswer || !scheduling ? {} : peopleOf(scheduling, text, present);
  const written = { uid, now, ...people };
  return patchCalendarObject(text, { ...componentChange(series.master, change), recurrence }, written);
}
