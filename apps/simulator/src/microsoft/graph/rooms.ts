import type { MicrosoftCalendar, StoredEvent } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { instancesOf, instantOf, itemOf, viewOf, type Item } from './occurrences.js';
import { respond } from './respond.js';

/** How far ahead a room looks for conflicts of a series. */
const aheadMs = 400 * 86_400_000;

const timesOf = ({ start, end, event }: Item) => {
  const isAllDay = event.fields.isAllDay === true;
  return { start: instantOf(start, isAllDay), end: instantOf(end, isAllDay) };
};

function isFree(store: MicrosoftStore, calendar: MicrosoftCalendar, item: Item): boolean {
  const { start, end } = timesOf(item);
  const bounds = { start, end: item.event.recurrence ? start + aheadMs : end };
  const wanted = item.event.recurrence ? instancesOf(store, { calendar, master: item.event }, bounds) : [item];
  const ownId = item.of?.master.id ?? item.id;
  const taken = viewOf(store, calendar, bounds).filter(
    ({ id, of, event }) => (of?.master.id ?? id) !== ownId && event.fields.isCancelled !== true,
  );
  const busy = taken.map(timesOf);
  return wanted.map(timesOf).every((own) => busy.every((other) => other.end <= own.start || other.start >= own.end));
}

/** Rooms answer invitations at once: they accept if they are free, and decline otherwise. */
export function answerForRooms(store: MicrosoftStore, calendar: MicrosoftCalendar, source: StoredEvent): void {
  if (source.invitation) return;
  const invited = (source.fields.attendees ?? []).map(({ emailAddress }) => emailAddress?.address?.toLowerCase());
  const rooms = [...store.users.values()].filter(({ room, email }) => room && invited.includes(email.toLowerCase()));
  for (const { email } of rooms) {
    const place = store.calendarsOf(email)[0]!;
    const isCopy = (one: StoredEvent) =>
      one.iCalUId === source.iCalUId && one.exception?.date === source.exception?.date;
    const copy = [...place.events.values()].find(isCopy);
    if (copy?.invitation?.response !== 'notResponded') continue;
    const item = itemOf(place, copy);
    respond(store, { calendar: place, item, response: isFree(store, place, item) ? 'accepted' : 'declined' });
  }
}
