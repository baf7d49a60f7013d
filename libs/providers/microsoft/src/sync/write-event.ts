import { createHash } from 'node:crypto';
import {
  applyEventChange,
  changeSeries,
  graphRecurrence,
  toIso,
  type EventSeries,
  type GraphRecurrence,
} from '@kalends/icalendar';
import type { Event } from '@microsoft/microsoft-graph-types';
import {
  missingEvent,
  maxConflicts,
  ProviderError,
  recurringEvent,
  refusalIn,
  type RemoteCalendar,
  type RemoteEvent,
  type RequestedChange,
  type WriteTarget,
  unreadableEvent,
} from '@kalends/provider-port/sync';
import { answerInvitation } from './answer-invitation.js';
import { bodyFor } from './body-for.js';
import { writtenBy, type Present } from './change-event.js';
import { calendarExists, calendarGone, fetchSeries, zoneOfCalendar } from './fetch-series.js';
import { eventPath, eventsPath, type GraphApi } from './graph-api.js';
import { restoreOccurrences, toRevive } from './occurrences.js';
import { moreOf } from './more.js';
import { endOfNote, pendingOf, withNote, withPending } from './pending-occurrences.js';
import { componentOf } from './read-event.js';
import { isSeries, remoteOf, type GraphSeries } from './read-series.js';
import { own, page, propertyOf, row, uidFilter } from './resources.js';
import { writeInstance } from './write-instance.js';

const maxTries = 6;
/** Fresh transactions for a creation that Microsoft answered with another event, or a deleted one. */
const generations = 3;

/** A change of one event of a calendar. */
interface EventWrite extends RequestedChange {
  target: WriteTarget;
  /** Requests no online meeting: Microsoft has refused the event with one. */
  withoutMeeting?: boolean;
}

const overtaken = () =>
  new ProviderError('unavailable', 'Other clients change the event faster than it can be written.', {
    maxAttempts: maxConflicts,
  });

function presentOf({ master }: GraphSeries, calendar: RemoteCalendar): Present {
  const component = componentOf(master, zoneOfCalendar(calendar));
  if (!component) throw new ProviderError('refused', 'The existing event cannot be changed: its times are unreadable.');
  return { event: master, component };
}

function remoteIn(series: GraphSeries, calendar: RemoteCalendar): RemoteEvent {
  const event = remoteOf(series, zoneOfCalendar(calendar));
  if (typeof event === 'string') throw unreadableEvent();
  return event;
}

const writingOf = (calendar: RemoteCalendar, { withoutMeeting = false }: EventWrite) => ({
  calendarZone: zoneOfCalendar(calendar),
  withoutMeeting,
});

function mappedOf(series: EventSeries): GraphRecurrence | null {
  if (!series.recurrence || !series.master) return null;
  const mapped = graphRecurrence(series.recurrence, series.master.start);
  if (!mapped.ok) throw new ProviderError('refused', mapped.reason);
  return mapped.value;
}

/** A series with the instances that differ in the write that has created it, unless it has them already. */
function withCreated(series: EventSeries, created: RequestedChange['change']['created']): EventSeries {
  if (!created) return series;
  return withPending(series, { uid: '', master: null, overrides: created.overrides });
}

/** The series after a change, and its recurrence at Microsoft; undefined: that stays as it is. */
function recurrenceAfter(present: GraphSeries, calendar: RemoteCalendar, { change, now }: EventWrite) {
  const before = withCreated(
    withPending(remoteIn(present, calendar).series, moreOf(present.master).pending),
    change.created,
  );
  const master = applyEventChange(before.master, change, toIso(now));
  const next = changeSeries(before, master, change.recurrence);
  const isMoved =
    JSON.stringify([before.master!.start, before.master!.end]) !== JSON.stringify([master.start, master.end]);
  const isOfInstances = present.instances !== undefined && change.recurrence === undefined;
  if (isOfInstances && isMoved) {
    throw new ProviderError('refused', 'The recurrence is one that only Outlook can express: move the series there.', {
      refusal: 'recurring_event',
    });
  }
  if (isOfInstances || (!next.recurrence && !before.recurrence)) return { next, recurrence: undefined };
  const recurrence = mappedOf(next);
  const isOther =
    present.instances !== undefined || JSON.stringify(recurrence) !== JSON.stringify(mappedOf(before)) || isMoved;
  const isNeeded = isOther || (recurrence !== null && toRevive(present, next));
  return { next, recurrence: isNeeded ? recurrence : undefined };
}

interface Patching {
  current: GraphSeries;
  write: EventWrite;
}

/**
 * Overwrites exactly the version that was read, and restores what a moved series lost; undefined: another client changed
 * or deleted the event first.
 */
async function patch(api: GraphApi, calendar: RemoteCalendar, { current, write }: Patching) {
  const present = presentOf(current, calendar);
  const { members, text } = writtenBy(write.change, present, writingOf(calendar, write));
  const { next, recurrence } = recurrenceAfter(current, calendar, write);
  const isReset = recurrence !== undefined && isSeries(current.master);
  const body: Event = {
    ...(isReset ? withNote(members, current.master, pendingOf(next)) : members),
    ...(recurrence === undefined ? {} : { recurrence }),
    ...(text === undefined ? {} : { body: (await bodyFor({ api, calendar }, present, text))! }),
  };
  if (Object.keys(body).length === 0) return settled(api, calendar, { after: current, next });
  const call = { method: 'PATCH' as const, body, ifMatch: current.master['@odata.etag'] };
  const { status } = await api.call(eventPath(calendar.href, current.master.id), call);
  if (status >= 300) return undefined;
  const after = await fetchSeries(api, calendar, current.master.id);
  return after && settled(api, calendar, { after, next });
}

/** Restores what a moved series lost, and ends the note of it. */
async function settled(
  api: GraphApi,
  calendar: RemoteCalendar,
  { after, next }: { after: GraphSeries; next: EventSeries },
): Promise<GraphSeries | undefined> {
  const isWhole = !next.recurrence || after.instances !== undefined;
  const isRestored = !isWhole && (await restoreOccurrences(api, calendar, { present: after, next }));
  const body = endOfNote(after.master);
  if (body) await api.call(eventPath(calendar.href, after.master.id), { method: 'PATCH', body });
  return isRestored || body ? fetchSeries(api, calendar, after.master.id) : after;
}

/** The event with one of our UIDs; a lost answer to a creation is found by it. */
async function findOwn(api: GraphApi, calendar: RemoteCalendar, uid: string): Promise<GraphSeries | undefined> {
  const query = { $filter: uidFilter(uid), $select: 'id', $top: '10' };
  const { status, body } = await api.read(eventsPath(calendar.href), page, { query });
  if (status === 404) throw calendarGone();
  const ids = (body?.value ?? []).flatMap((item) => row.safeParse(item).data?.id ?? []);
  for (const id of ids) {
    const found = await fetchSeries(api, calendar, id);
    if (found) return found;
  }
  return undefined;
}

const transactionOf = ({ target, now }: EventWrite, generation: number): string =>
  createHash('sha256').update(`${target.uid}\n${now}\n${generation}`).digest('hex').slice(0, 32);

function newEvent(calendar: RemoteCalendar, write: EventWrite): { body: Event; next: EventSeries } {
  const { target, change, now } = write;
  const { members, text } = writtenBy(change, null, writingOf(calendar, write));
  const master = applyEventChange(null, change, toIso(now));
  const { overrides = [] } = change.created ?? {};
  const next = changeSeries({ uid: target.uid, master: null, overrides }, master, change.recurrence);
  const recurrence = mappedOf(next);
  const properties = [{ id: own.uid, value: target.uid }, ...(members.singleValueExtendedProperties ?? [])];
  const body = {
    ...members,
    ...(text ? { body: { contentType: 'text' as const, content: text } } : {}),
    ...(recurrence ? { recurrence } : {}),
    singleValueExtendedProperties: properties,
  };
  return { body, next };
}

/**
 * Creates the event and reads it: a repeated transaction answers the first event, which may be a deleted one by now, and
 * rapid creations have been seen to share an answer.
 */
async function create(api: GraphApi, calendar: RemoteCalendar, write: EventWrite): Promise<RemoteEvent> {
  const { body, next } = newEvent(calendar, write);
  for (let generation = 0; generation < generations; generation++) {
    const transactionId = transactionOf(write, generation);
    const call = { method: 'POST' as const, body: { ...body, transactionId } };
    const answer = await api.read(eventsPath(calendar.href), row, call);
    if (answer.status === 404) throw calendarGone();
    if (!answer.body) throw new ProviderError('unavailable', `Microsoft answered ${answer.status} to a new event.`);
    const created = await fetchSeries(api, calendar, answer.body.id);
    if (!created || propertyOf(created.master, 'uid') !== write.target.uid) continue;
    if (!next.recurrence) return remoteIn(created, calendar);
    const isRestored = await restoreOccurrences(api, calendar, { present: created, next });
    const after = isRestored ? await fetchSeries(api, calendar, created.master.id) : created;
    if (after) return remoteIn(after, calendar);
  }
  throw new ProviderError('unavailable', 'Microsoft does not keep the new event.');
}

/** The event after the change, which may be of one instance; undefined: another client changed or deleted that first. */
async function changeOf(api: GraphApi, calendar: RemoteCalendar, { current, write }: Patching) {
  const { instance } = write.change;
  if (!instance) return patch(api, calendar, { current, write });
  if (moreOf(current.master).pending) {
    await patch(api, calendar, { current, write: { ...write, change: {} } });
    return undefined;
  }
  const { component } = presentOf(current, calendar);
  const isWritten = await writeInstance(api, calendar, { current, component, instance });
  return isWritten ? fetchSeries(api, calendar, current.master.id) : undefined;
}

async function upsertOnce(api: GraphApi, calendar: RemoteCalendar, write: EventWrite): Promise<RemoteEvent> {
  const { target } = write;
  for (let tries = 0; tries < maxTries; tries++) {
    let current = target.href === null ? undefined : await fetchSeries(api, calendar, target.href);
    if (!current) {
      if (target.mustExist) throw missingEvent();
      current = await findOwn(api, calendar, target.uid);
      if (!current) return create(api, calendar, write);
    }
    if (target.mustNotRecur && isSeries(current.master)) throw recurringEvent();
    const patched = await changeOf(api, calendar, { current, write });
    if (patched)
      return answerInvitation(api, calendar, { event: remoteIn(patched, calendar), master: patched.master, write });
  }
  throw overtaken();
}

/**
 * Implements {@link CalendarProvider.upsert}: read, patch conditionally, and repeat after a concurrent change. If Microsoft
 * refuses the event with its online meeting, it is written without.
 */
export async function upsertEvent(api: GraphApi, calendar: RemoteCalendar, write: EventWrite): Promise<RemoteEvent> {
  try {
    return await upsertOnce(api, calendar, write);
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.failure === 'refused';
    if (!isRefused || write.change.conferencing?.kind !== 'integrated') throw error;
    return upsertOnce(api, calendar, { ...write, withoutMeeting: true });
  }
}

/** Deletes an event by id, in the version that was read if one is given; whether it was done, or is gone already. */
async function removeOne(api: GraphApi, calendar: RemoteCalendar, { id, etag }: { id: string; etag?: string }) {
  const call = { method: 'DELETE' as const, understands: [400], ...(etag === undefined ? {} : { ifMatch: etag }) };
  const { status, code } = await api.call(eventPath(calendar.href, id), call);
  if (status < 300) return true;
  if (status === 409 || status === 412) return false;
  const { status: present } = await api.call(eventPath(calendar.href, id), { query: { $select: 'id' } });
  if (present !== 404)
    throw new ProviderError('refused', `Microsoft answered ${status} ${code} to a deletion.`, refusalIn(status));
  if (!(await calendarExists(api, calendar))) throw calendarGone();
  return true;
}

/** Deletes the event; a missing one counts as deleted. Reads again after a concurrent change. */
export async function removeEvent(api: GraphApi, calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    const isRead = target.href === null || target.mustNotRecur === true;
    const current =
      target.href === null
        ? await findOwn(api, calendar, target.uid)
        : isRead
          ? await fetchSeries(api, calendar, target.href)
          : undefined;
    if (isRead && !current) {
      if (await calendarExists(api, calendar)) return;
      throw calendarGone();
    }
    if (target.mustNotRecur && current && isSeries(current.master)) throw recurringEvent();
    const etag = target.mustNotRecur ? { etag: current!.master['@odata.etag'] } : {};
    if (await removeOne(api, calendar, { id: current?.master.id ?? target.href!, ...etag })) return;
  }
  throw overtaken();
}
