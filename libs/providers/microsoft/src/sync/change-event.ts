import type { EventChange } from '@kalends/contracts';
import { componentChange, type Attendee, type EventComponent } from '@kalends/icalendar';
import type { Attendee as GraphAttendee, Event, Location } from '@microsoft/microsoft-graph-types';
import { ProviderError } from '@kalends/provider-port/sync';
import { joinUrlOf } from './meeting-block.js';
import { moreOf, printMore, type More } from './more.js';
import { own, type GraphEvent } from './resources.js';
import { graphTime } from './times.js';

export type Values = ReturnType<typeof componentChange>;

/** An event as it is at Microsoft, and in the model. */
export interface Present {
  event: GraphEvent;
  component: EventComponent;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The values that differ from the present ones: Microsoft mails attendees about every time or text that is written. */
function changedOf(values: Values, present: Present | null): Values {
  if (!present) return values;
  const before = present.component as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, before[name]))) as Values;
}

/** The existing people merged with the requested ones; a write replaces the whole list. */
function attendeesFor({ attendees }: Pick<GraphEvent, 'attendees'>, requested: readonly Attendee[]): GraphAttendee[] {
  const existing = new Map((attendees ?? []).map((one) => [one.emailAddress?.address?.toLowerCase(), one]));
  return requested.map(({ email, display_name }) => {
    const known = existing.get(email.toLowerCase());
    const name = display_name ?? known?.emailAddress?.name;
    return { type: known?.type ?? 'required', emailAddress: { address: email, ...(name ? { name } : {}) } };
  });
}

function locationFor(location: EventComponent['location'] | null): Location {
  const { description = '', lat, long } = location ?? {};
  if (lat === undefined || long === undefined) return { displayName: description };
  return { displayName: description, coordinates: { latitude: Number(lat), longitude: Number(long) } };
}

const showAsOf = { out_of_office: 'oof', tentative: 'tentative', working_elsewhere: 'workingElsewhere' } as const;

/** `showAs` for both transparencies after a change. */
function busyness(values: Values, present: Present | null) {
  if (values.transparency === undefined && values.extended_transparency === undefined) return undefined;
  const before = present?.component;
  const value = values.transparency ?? before?.transparency ?? 'opaque';
  const extended =
    values.extended_transparency === undefined ? before?.extended_transparency : values.extended_transparency;
  const showAs = extended ? showAsOf[extended] : value === 'transparent' ? ('free' as const) : ('busy' as const);
  return { showAs, value, isOwn: (showAs === 'free') === (value === 'transparent') };
}

/** Kalends' own property after a change. */
function moreAfter(values: Values, present: Present | null): More {
  const { tags, color, url, conference_url, conference_name, reminders } = values;
  const next: Record<string, unknown> = { ...(present ? moreOf(present.event) : {}) };
  const set = (name: keyof More, value: unknown) => {
    if (value === null || value === undefined) delete next[name];
    else next[name] = value;
  };
  if (tags !== undefined) set('tags', tags?.length ? tags : null);
  if (color !== undefined) set('color', color);
  if (url !== undefined) set('url', url);
  if (reminders !== undefined) set('reminders', reminders && reminders.length > 1 ? reminders : null);
  if (conference_url !== undefined || conference_name !== undefined) {
    const joinUrl = conference_url === undefined ? present?.component.conference_url : conference_url;
    const name = conference_name === undefined ? present?.component.conference_name : conference_name;
    set('conference', joinUrl ? { url: joinUrl, ...(name ? { name } : {}) } : null);
  }
  const busy = busyness(values, present);
  if (busy) set('transparency', busy.isOwn ? null : { showAs: busy.showAs, value: busy.value });
  return next;
}

/** The members of Graph for changed values; `null` values empty them. The text is the caller's: see `bodyFor`. */
function plainMembers(values: Values, present: Present | null): Event {
  const { location, reminders, categories, attendees, event_private } = values;
  const busy = busyness(values, present);
  return {
    ...(values.summary === undefined ? {} : { subject: values.summary ?? '' }),
    ...(location === undefined ? {} : { location: locationFor(location) }),
    ...(busy ? { showAs: busy.showAs } : {}),
    ...(event_private === undefined ? {} : { sensitivity: event_private ? 'private' : 'normal' }),
    ...(categories === undefined ? {} : { categories: categories ?? [] }),
    ...(attendees ? { attendees: attendeesFor(present?.event ?? {}, attendees) } : {}),
    ...(reminders === undefined
      ? {}
      : reminders?.length
        ? { isReminderOn: true, reminderMinutesBeforeStart: reminders[0]! }
        : { isReminderOn: false }),
  };
}

function timeMembers(values: Values, present: Present | null, calendarZone: string): Event {
  const start = values.start ?? present?.component.start;
  const end = values.end ?? present?.component.end;
  if ((!values.start && !values.end) || !start || !end) return {};
  const isAllDay = 'date' in start;
  const isKind = isAllDay !== (present?.event.isAllDay ?? false) ? { isAllDay } : {};
  return { start: graphTime(start, calendarZone), end: graphTime(end, calendarZone), ...isKind };
}

/** A Teams meeting that the application requested; one that exists cannot be removed. */
function meetingMembers({ conferencing }: EventChange, present: Present | null): Event {
  if (!conferencing) return {};
  const isMeeting =
    present !== null && (present.event.isOnlineMeeting === true || joinUrlOf(present.event) !== undefined);
  if (conferencing.kind === 'integrated') {
    return isMeeting ? {} : { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' };
  }
  if (isMeeting) throw new ProviderError('refused', 'Microsoft cannot remove an online meeting from an event.');
  return {};
}

/** What a change writes of an event, beside its text and recurrence. */
export interface Written {
  members: Event;
  /** The new text; undefined if it stays. */
  text: string | undefined;
}

interface Writing {
  calendarZone: string;
  /** Microsoft has refused the online meeting. */
  withoutMeeting: boolean;
}

/** What a change writes: only the members in which it differs, so that everything else stays and nobody is mailed. */
export function writtenBy(change: EventChange, present: Present | null, by: Writing): Written {
  const { own_attendance: _answer, ...rest } = change;
  const values = changedOf(componentChange(present?.component ?? null, rest), present);
  if (present && joinUrlOf(present.event) !== undefined) delete values.conference_url;
  const { members, text } = membersFor(values, present, by.calendarZone);
  return { members: { ...members, ...(by.withoutMeeting ? {} : meetingMembers(change, present)) }, text };
}

/** What values write; `present` null: of a new event. */
export function membersFor(values: Values, present: Present | null, calendarZone: string): Written {
  const more = moreAfter(values, present);
  const isMore = !same(more, present ? moreOf(present.event) : {});
  const members: Event = {
    ...plainMembers(values, present),
    ...timeMembers(values, present, calendarZone),
    ...(isMore ? { singleValueExtendedProperties: [{ id: own.more, value: printMore(more) }] } : {}),
  };
  return { members, text: values.description === undefined ? undefined : (values.description ?? '') };
}
