import type { Calendar, EventResource, StoredEvent } from '../model.js';
import type { GoogleStore } from '../store.js';
import { belongsTo, instanceId, shiftedStart } from './instances.js';
import { isMaster } from './resources.js';
import { startOf } from './times.js';

interface Changed {
  calendar: Calendar;
  before: EventResource;
  after: EventResource;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function cancel(store: GoogleStore, calendar: Calendar, { resource }: StoredEvent): void {
  if (resource.status === 'cancelled') return;
  const sequence = (resource.sequence ?? 0) + 1;
  store.put(calendar, { ...resource, status: 'cancelled', sequence, updated: store.clock.iso() });
}

/** Puts an exception at the instance that its own has become, with a new id; the old one is cancelled. */
function move(store: GoogleStore, { calendar, before, after }: Changed, one: StoredEvent): void {
  const originalStartTime = shiftedStart(one.resource.originalStartTime!, { before, after, zone: calendar.timeZone });
  const moved = { ...one.resource, id: instanceId(after.id, originalStartTime, calendar.timeZone), originalStartTime };
  cancel(store, calendar, one);
  if (belongsTo(calendar, after, originalStartTime)) store.put(calendar, { ...moved, updated: store.clock.iso() });
}

/**
 * What becomes of the exceptions of a series whose start or rules were written. Those whose original start is still in
 * the series stay. The others are cancelled (`drop`), moved by the distance of the start (`move`) or stay (`keep`): see
 * docs/simulator.md. All are cancelled if the event no longer recurs.
 */
export function settleExceptions(store: GoogleStore, changed: Changed): void {
  const { calendar, before, after } = changed;
  const isKept = isSame(before.recurrence, after.recurrence) && startsAlike(before, after, calendar.timeZone);
  if (!isMaster(before) || isKept) return;
  const lost = store
    .exceptionsOf(calendar, after.id)
    .filter(({ resource }) => !isMaster(after) || !belongsTo(calendar, after, resource.originalStartTime!));
  if (!isMaster(after) || store.exceptions === 'drop') for (const one of lost) cancel(store, calendar, one);
  else if (store.exceptions === 'move') for (const one of lost) move(store, changed, one);
}

const startsAlike = (before: EventResource, after: EventResource, zone: string) =>
  startOf(before.start, zone) === startOf(after.start, zone) &&
  (before.start?.date === undefined) === (after.start?.date === undefined) &&
  before.start?.timeZone === after.start?.timeZone;
