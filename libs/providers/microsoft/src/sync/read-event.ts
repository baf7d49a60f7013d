import type { Attendee, EventComponent, ExtendedTransparency } from '@kalends/icalendar';
import { joinUrlOf, withoutBlock } from './meeting-block.js';
import { moreOf, type More } from './more.js';
import type { GraphEvent } from './resources.js';
import { textOfHtml } from './text-of-html.js';
import { stampOf, timesOf } from './times.js';

const answers = new Map(
  Object.entries<Attendee['status']>({
    none: 'needs_action',
    notResponded: 'needs_action',
    organizer: 'accepted',
    accepted: 'accepted',
    declined: 'declined',
    tentativelyAccepted: 'tentative',
  }),
);

/** The mailbox's own answer; undefined: it organizes the event, or is not invited. */
function ownStatusOf({ isOrganizer, responseStatus }: GraphEvent): Attendee['status'] | undefined {
  const response = responseStatus?.response ?? 'none';
  return isOrganizer || response === 'none' || response === 'organizer' ? undefined : answers.get(response);
}

/** The invited people, each address once: an invitee's copy may name the organizer twice. */
export function attendeesOf({ attendees }: GraphEvent): Attendee[] | undefined {
  const found = new Map<string, Attendee>();
  for (const { emailAddress, status } of attendees ?? []) {
    const email = emailAddress?.address;
    if (!email || found.has(email.toLowerCase())) continue;
    const name = emailAddress.name && emailAddress.name !== email ? { display_name: emailAddress.name } : {};
    found.set(email.toLowerCase(), { email, ...name, status: answers.get(status?.response ?? 'none') ?? 'unknown' });
  }
  return found.size > 0 ? [...found.values()] : undefined;
}

function descriptionOf(event: GraphEvent): string | undefined {
  const { contentType, content } = event.body ?? {};
  const text = contentType === 'html' ? textOfHtml(content ?? '') : (content ?? '').replace(/\r\n?/g, '\n');
  const joinUrl = joinUrlOf(event);
  const own = (joinUrl === undefined ? text : withoutBlock(text, joinUrl)).trimEnd();
  return own === '' ? undefined : own;
}

function locationOf({ location }: GraphEvent): EventComponent['location'] {
  const { displayName, coordinates } = location ?? {};
  const { latitude, longitude } = coordinates ?? {};
  const place = latitude != null && longitude != null ? { lat: String(latitude), long: String(longitude) } : {};
  const found = { ...(displayName ? { description: displayName } : {}), ...place };
  return Object.keys(found).length > 0 ? found : undefined;
}

const extendedOf = new Map(
  Object.entries<ExtendedTransparency>({
    oof: 'out_of_office',
    tentative: 'tentative',
    workingElsewhere: 'working_elsewhere',
  }),
);

/** Only `free` takes up no time, unless an application wrote so with the same value. */
function transparencyOf({ showAs }: GraphEvent, { transparency: written }: More) {
  const extended = extendedOf.get(showAs ?? '');
  const own = showAs === 'free' ? ('transparent' as const) : ('opaque' as const);
  return {
    transparency: written && written.showAs === showAs ? written.value : own,
    extended_transparency: extended,
  };
}

function conferenceOf(event: GraphEvent, { conference }: More): Partial<EventComponent> {
  const joinUrl = joinUrlOf(event);
  if (joinUrl !== undefined) return { conference_url: joinUrl };
  if (event.isOnlineMeeting) return { conference_pending: true };
  if (!conference) return {};
  return { conference_url: conference.url, ...(conference.name ? { conference_name: conference.name } : {}) };
}

/** Outlook keeps one reminder; the others are kept as long as that one is. */
function remindersOf({ isReminderOn, reminderMinutesBeforeStart: minutes }: GraphEvent, { reminders }: More) {
  if (!isReminderOn || minutes == null || minutes < 0) return undefined;
  return reminders?.[0] === minutes ? reminders : [minutes];
}

const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** The members of a component; undefined if the event's times are unreadable. */
export function componentOf(event: GraphEvent, calendarZone: string): EventComponent | undefined {
  const times = timesOf(event, calendarZone);
  if (!times) return undefined;
  const more = moreOf(event);
  const { address, name } = event.organizer?.emailAddress ?? {};
  const isPrivate = event.sensitivity === 'private' || event.sensitivity === 'confidential';
  return defined({
    summary: event.subject ?? '',
    description: descriptionOf(event),
    ...times,
    location: locationOf(event),
    status: event.isCancelled ? 'cancelled' : 'confirmed',
    ...transparencyOf(event, more),
    categories: event.categories?.length ? event.categories : undefined,
    tags: more.tags?.length ? more.tags : undefined,
    attendees: attendeesOf(event),
    own_status: ownStatusOf(event),
    organizer: address ? { email: address, ...(name ? { display_name: name } : {}) } : undefined,
    url: more.url,
    ...conferenceOf(event, more),
    color: more.color,
    event_private: isPrivate ? true : undefined,
    reminders: remindersOf(event, more),
    created: stampOf(event.createdDateTime),
    updated: stampOf(event.lastModifiedDateTime),
  } satisfies Record<keyof EventComponent, unknown> | object) as EventComponent;
}
