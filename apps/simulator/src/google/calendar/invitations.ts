import type { Calendar, EventResource } from '../model.js';
import type { GoogleStore } from '../store.js';

interface Person {
  email: string;
  self?: boolean;
  responseStatus?: string;
}

interface Changed {
  calendar: Calendar;
  /** Who wrote. */
  email: string;
  before?: EventResource;
  after: EventResource;
}

const attendeesOf = (resource: EventResource | undefined) => (resource?.['attendees'] ?? []) as Person[];
const isOrganizers = (resource: EventResource) => (resource['organizer'] as Person | undefined)?.self === true;
const answerOf = (resource: EventResource | undefined, email: string) =>
  attendeesOf(resource).find((one) => one.email === email)?.responseStatus ?? 'needsAction';

/** Members that are an attendee's own. */
const own = ['reminders', 'colorId'] as const;

function copyOf(source: EventResource, existing: EventResource | undefined): EventResource {
  const { organizer, creator, extendedProperties, colorId: _colour, ...rest } = source;
  const plain = (person: unknown) => ({ ...(person as Person), self: undefined });
  const { shared } = (extendedProperties ?? {}) as { shared?: object };
  const { private: kept } = (existing?.['extendedProperties'] ?? {}) as { private?: object };
  const properties = { ...(shared ? { shared } : {}), ...(kept ? { private: kept } : {}) };
  const mine = Object.fromEntries(
    own.flatMap((name) => (existing?.[name] === undefined ? [] : [[name, existing[name]]])),
  );
  return {
    ...rest,
    reminders: { useDefault: true },
    ...mine,
    organizer: plain(organizer),
    creator: plain(creator),
    ...(shared || kept ? { extendedProperties: properties } : {}),
  } as EventResource;
}

/** Puts an organizer's event into the primary calendars of its attendees; what they were removed from is cancelled. */
function spread(store: GoogleStore, { calendar, before, after }: Omit<Changed, 'email'>): void {
  const now = after.status === 'cancelled' ? [] : attendeesOf(after).map(({ email }) => email);
  const known = attendeesOf(before ?? after).map(({ email }) => email);
  for (const email of new Set([...now, ...known])) {
    const place = store.calendars.get(store.entryFor(email, 'primary')?.calendarId ?? '');
    const existing = place?.events.get(after.id)?.resource;
    if (!place || place === calendar || (existing && isOrganizers(existing))) continue;
    if (now.includes(email)) store.put(place, copyOf(after, existing));
    else if (existing) store.put(place, { ...existing, status: 'cancelled', updated: store.clock.iso() });
  }
}

/** Enters an attendee's answer at the organizer, from where all copies get it. */
function tell(store: GoogleStore, { email, after }: Changed, responseStatus: string): void {
  for (const calendar of store.calendars.values()) {
    const source = calendar.events.get(after.id)?.resource;
    if (!source || !isOrganizers(source) || source.status === 'cancelled') continue;
    const attendees = attendeesOf(source).map((one) => (one.email === email ? { ...one, responseStatus } : one));
    const next = { ...source, attendees, updated: store.clock.iso() };
    store.put(calendar, next);
    if (responseStatus !== 'declined' || after.status !== 'cancelled')
      spread(store, { calendar, before: source, after: next });
  }
}

/** What a write leads to in other users' calendars, if a test has turned `invitations` on. */
export function invite(store: GoogleStore, changed: Changed): void {
  if (!store.invitations) return;
  const { before, after, email } = changed;
  if (isOrganizers(after)) return spread(store, changed);
  if (after.status === 'cancelled') return tell(store, changed, 'declined');
  const answer = answerOf(after, email);
  if (answer !== answerOf(before, email)) tell(store, changed, answer);
}
