import type { EventChange } from '@kalends/contracts';
import { ProviderError, type RemoteCalendar, type RemoteEvent, type WriteTarget } from '../port/provider.port.js';
import { newEvent, patchOf } from './change-resource.js';
import { eventIdOf, generations } from './event-ids.js';
import { eventPath, eventsPath, type GoogleApi } from './google-api.js';
import { getAnyEvent, getEvent, isCancelled, readSeries } from './read-changes.js';
import { remoteOf } from './read-series.js';
import type { GoogleEvent } from './resources.js';

const maxTries = 6;
/**
 * Whom Google mails: all whom an application invites or takes off; of other changes those whose calendars are elsewhere,
 * which Google's discovery document warns would lose the event otherwise. Nobody where there are no attendees.
 */
function noticesOf(change: EventChange, present: GoogleEvent | null): { sendUpdates?: string } {
  const { invite = [], remove = [] } = change.attendees ?? {};
  if (invite.length + remove.length > 0) return { sendUpdates: 'all' };
  return present?.attendees?.length ? { sendUpdates: 'externalOnly' } : {};
}
const zoneOf = ({ tzid }: RemoteCalendar) => tzid ?? 'Etc/UTC';
const overtaken = () =>
  new ProviderError('unavailable', 'The event is changed by others faster than it can be written.');

async function isThere(api: GoogleApi, calendar: RemoteCalendar): Promise<boolean> {
  const { status } = await api.call(eventsPath(calendar.href), { query: { maxResults: '1' } });
  return status !== 404;
}

/** Writes over exactly the version that was read; undefined: somebody else was faster, or the event has gone. */
async function patch(
  api: GoogleApi,
  calendar: RemoteCalendar,
  { held, change }: { held: GoogleEvent; change: EventChange },
) {
  const body = patchOf(held, change, zoneOf(calendar));
  if (Object.keys(body).length === 0) return held;
  const call = { method: 'PATCH' as const, query: noticesOf(change, held), body, ifMatch: held.etag };
  const answer = await api.call<GoogleEvent>(eventPath(calendar.href, held.id), call);
  return answer.status < 300 ? answer.body : undefined;
}

interface Revival {
  deleted: GoogleEvent;
  event: object;
  change: EventChange;
}

/**
 * Brings an event back that was deleted, as a new one; undefined when Google does not let us. A sequence below the one
 * that the event has reached is refused.
 */
async function revive(api: GoogleApi, calendar: RemoteCalendar, { deleted, event, change }: Revival) {
  const { id, sequence = 0 } = deleted;
  const call = { method: 'PUT' as const, query: noticesOf(change, null), body: { ...event, sequence } };
  try {
    const answer = await api.call<GoogleEvent>(eventPath(calendar.href, id), call);
    return answer.status < 300 ? answer.body : undefined;
  } catch (error) {
    // 400 and 403: the next id may do
    if (error instanceof ProviderError && error.failure === 'refused') return undefined;
    throw error;
  }
}

/** Makes the event, or finds the one that an earlier try has made (409). */
async function create(api: GoogleApi, calendar: RemoteCalendar, { uid, change }: { uid: string; change: EventChange }) {
  for (let generation = 0; generation < generations; generation++) {
    const id = eventIdOf(uid, generation);
    const event = newEvent({ id, uid }, change, zoneOf(calendar));
    const call = { method: 'POST' as const, query: noticesOf(change, null), body: event };
    const answer = await api.call<GoogleEvent>(eventsPath(calendar.href), call);
    if (answer.status < 300) return { made: answer.body };
    if (answer.status === 404) throw new ProviderError('calendar-gone', 'The calendar is gone.');
    if (answer.status !== 409)
      throw new ProviderError('unavailable', `Google answered ${answer.status} to a new event.`);
    const existing = await getAnyEvent(api, calendar.href, id);
    if (existing && !isCancelled(existing)) return { existing };
    const deleted = existing ?? { id, etag: '' };
    const made = await revive(api, calendar, { deleted, event, change });
    if (made) return { made };
  }
  throw new ProviderError('refused', 'Google takes no event with this id any more.');
}

/** Upsert as {@link CalendarProvider.upsert} says: read, patch on condition, again when somebody was faster. */
export async function upsertEvent(
  api: GoogleApi,
  calendar: RemoteCalendar,
  { target, change }: { target: WriteTarget; change: EventChange },
): Promise<RemoteEvent> {
  const remote = async (master: GoogleEvent) =>
    remoteOf(await readSeries(api, calendar.href, { master }), zoneOf(calendar));
  for (let tries = 0; tries < maxTries; tries++) {
    let held = target.href === null ? undefined : await getEvent(api, calendar.href, target.href);
    if (!held) {
      const created = await create(api, calendar, { uid: target.uid, change });
      if (created.made) return remote(created.made);
      held = created.existing;
    }
    const patched = held && (await patch(api, calendar, { held, change }));
    if (patched) return remote(patched);
  }
  throw overtaken();
}

/** Removes the event, whatever version it has by now; one that is not there is removed already. */
export async function removeEvent(api: GoogleApi, calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
  const ids =
    target.href === null ? Array.from({ length: generations }, (_, n) => eventIdOf(target.uid, n)) : [target.href];
  for (const id of ids) {
    const call = { method: 'DELETE' as const, query: { sendUpdates: 'externalOnly' } };
    const { status } = await api.call(eventPath(calendar.href, id), call);
    if (status === 404 && target.href === null) return;
    if (status === 404 && !(await isThere(api, calendar))) {
      throw new ProviderError('calendar-gone', 'The calendar is gone.');
    }
    if (status === 409 || status === 412) throw overtaken();
  }
}
