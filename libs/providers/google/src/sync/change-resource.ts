import { type EventChange } from '@kalends/contracts';
import { type Attendee, changeSeries, componentChange, type EventComponent, recurrenceLines } from '@kalends/icalendar';
import { colorIdOf } from './colors.js';
import { conferenceData, type ConferenceRequest } from './conferences.js';
import { ProviderError } from '@kalends/provider-port/sync';
import { componentOf, recurrenceOf } from './read-series.js';
import { splitValue } from './long-properties.js';
import { own, writableAttendee, type GoogleAttendee, type GoogleEvent } from './resources.js';
import { googleTime } from './times.js';

type Values = Partial<{ [K in keyof EventComponent]: EventComponent[K] | null }>;
type Patch = Record<string, unknown>;

const answers: Partial<Record<Attendee['status'], string>> = {
  needs_action: 'needsAction',
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

/** The existing lines merged with the known ones; a patch replaces a list as a whole. */
function attendeesFor(present: readonly GoogleAttendee[], requested: readonly Attendee[]): GoogleAttendee[] {
  const existing = new Map(present.map((one) => [one.email?.toLowerCase(), one]));
  return requested.map(({ email, display_name, status }) => {
    const known = existing.get(email.toLowerCase());
    const responseStatus = answers[status] ?? known?.responseStatus ?? 'needsAction';
    return {
      ...(known ? writableAttendee(known) : {}),
      email,
      ...(display_name ? { displayName: display_name } : {}),
      responseStatus,
    };
  });
}

/** The attendees of a patch. Where Google shows only some, the list would remove the others, but an answer is written by itself. */
function attendeesPatch(requested: readonly Attendee[], present: GoogleEvent | null): Patch {
  const shown = present?.attendees ?? [];
  const lines = attendeesFor(shown, requested);
  if (!present?.attendeesOmitted) return { attendees: lines };
  const before = new Map(
    shown.map(({ email, responseStatus = 'needsAction' }) => [email?.toLowerCase(), responseStatus]),
  );
  const others = lines.filter(({ email, responseStatus }) => before.get(email?.toLowerCase()) !== responseStatus);
  if (lines.length !== shown.length || others.some(({ email }) => !before.has(email?.toLowerCase())))
    throw new ProviderError('refused', 'Google does not show all guests of this event: invite and remove them there.', {
      refusal: 'organizer_only',
    });
  return others.length === 0 ? {} : { attendees: others, attendeesOmitted: true };
}

/** The Google value of each member; null removes. */
function membersOf(values: Values, present: GoogleEvent | null, calendarZone: string): Patch {
  const patch: Patch = {};
  const set = (name: string, value: unknown) => (patch[name] = value ?? null);
  const { location, color, reminders, url } = values;
  if (values.summary !== undefined) set('summary', values.summary);
  if (values.description !== undefined) set('description', values.description);
  if (values.start) set('start', googleTime(values.start, calendarZone));
  if (values.end) set('end', googleTime(values.end, calendarZone));
  if (location !== undefined) set('location', location?.description);
  if (values.transparency) set('transparency', values.transparency);
  if (values.event_private !== undefined) set('visibility', values.event_private ? 'private' : 'default');
  if (url !== undefined) set('source', url === null ? null : { url, title: present?.source?.title ?? url });
  if (color !== undefined) set('colorId', color === null ? null : colorIdOf(color));
  if (values.attendees) Object.assign(patch, attendeesPatch(values.attendees, present));
  if (reminders !== undefined) {
    const overrides = (reminders ?? []).map((minutes) => ({ method: 'popup', minutes }));
    set('reminders', { useDefault: false, overrides });
  }
  return patch;
}

/** Members that Google does not have, stored in private properties. */
function privateOf(
  { location, categories, tags, color, extended_transparency: extended }: Values,
  present: GoogleEvent | null,
): Record<string, string | null> {
  const existing = present?.extendedProperties?.private;
  const geo = location?.lat !== undefined && location.long !== undefined ? `${location.lat};${location.long}` : null;
  return {
    ...(location !== undefined ? { [own.geo]: geo } : {}),
    ...(categories !== undefined ? splitValue(own.categories, categories?.join('\n') ?? null, existing) : {}),
    ...(tags !== undefined ? splitValue(own.tags, tags?.join('\n') ?? null, existing) : {}),
    ...(color !== undefined ? { [own.color]: color } : {}),
    ...(extended !== undefined ? { [own.extendedTransparency]: extended } : {}),
  };
}

/** A birthday has no private properties: its exact colour is left out, which Google's nearest one stands for. */
function privateFor(values: Values, present: GoogleEvent): Record<string, string | null> {
  if (present.eventType !== 'birthday') return privateOf(values, present);
  const { [own.color]: _color, ...properties } = privateOf(values, present);
  if (Object.values(properties).some((value) => value !== null))
    throw new ProviderError('refused', 'Google’s birthdays have no categories, tags, coordinates or kinds of absence.');
  return {};
}

/** A patch with more private properties. */
export function withPrivate(patch: Patch, properties: Record<string, string | null>): Patch {
  if (Object.keys(properties).length === 0) return patch;
  const { private: present } = (patch['extendedProperties'] ?? {}) as { private?: object };
  return { ...patch, extendedProperties: { private: { ...present, ...properties } } };
}

/**
 * Google's lines of RFC 5545 §3.8.5 after a change: the requested ones, or the existing ones if the start of a series
 * moves and its exceptions must move along. Undefined: unchanged.
 */
function recurrenceAfter(
  { present, before }: { present: GoogleEvent; before: EventComponent },
  values: Values,
  change: EventChange,
) {
  if (change.recurrence !== undefined) return change.recurrence && recurrenceLines(change.recurrence);
  const recurrence = recurrenceOf(present, before.start);
  if (!values.start || !recurrence || recurrence.exdates.length + recurrence.rdates.length === 0) return undefined;
  const series = { uid: '', master: before, recurrence, overrides: [] };
  return recurrenceLines(changeSeries(series, { ...before, start: values.start }).recurrence!);
}

/** What a change is written with: the zone of its calendar, and what a conference is requested by. */
export interface Writing extends ConferenceRequest {
  calendarZone: string;
  /** Google has refused the conference. */
  withoutConference: boolean;
}

function withConference(
  patch: Patch,
  change: EventChange,
  { present, by }: { present: GoogleEvent | null; by: Writing },
) {
  const data = by.withoutConference ? undefined : conferenceData(change.conferencing, present, by);
  return data === undefined ? patch : { ...patch, conferenceData: data };
}

/** The patch for a change of an event: only the members that it names, so that everything else stays as it is. */
export function patchOf(present: GoogleEvent, change: EventChange, by: Writing): Patch {
  const { calendarZone } = by;
  const before = componentOf(present, calendarZone);
  const values = componentChange(before, change);
  const recurrence = recurrenceAfter({ present, before }, values, change);
  const members = membersOf(values, present, calendarZone);
  const patch = withPrivate(
    recurrence === undefined ? members : { ...members, recurrence },
    privateFor(values, present),
  );
  return withConference(patch, change, { present, by });
}

/** The patch that gives an instance of a new series what it differs in. */
export function overridePatch(values: Values, calendarZone: string): Patch {
  return withPrivate(membersOf(values, null, calendarZone), privateOf(values, null));
}

const isPresent = ([, value]: [string, unknown]) => value !== null;

/** A complete new event; null members are omitted. */
export function newEvent(id: string, change: EventChange, by: Writing): Patch {
  const { uid, calendarZone } = by;
  const values = componentChange(null, change);
  const properties = Object.fromEntries(
    Object.entries({ ...splitValue(own.uid, uid), ...privateOf(values, null) }).filter(isPresent),
  );
  const members = Object.fromEntries(Object.entries(membersOf(values, null, calendarZone)).filter(isPresent));
  const recurrence = change.recurrence ? { recurrence: recurrenceLines(change.recurrence) } : {};
  const event = { id, status: 'confirmed', ...members, ...recurrence, extendedProperties: { private: properties } };
  return withConference(event, change.conferencing?.kind === 'none' ? {} : change, { present: null, by });
}
